import { expect, test } from 'vitest';
import { diffWords } from '../../../../src/use-cases/variants/diff-words.ts';

test('words are the same, removed or added', () => {
  expect(diffWords('a  b c', 'a  x c')).toEqual([
    { kind: 'same', text: 'a  ' },
    { kind: 'removed', text: 'b' },
    { kind: 'added', text: 'x' },
    { kind: 'same', text: ' c' },
  ]);
});

test('white space counts', () => {
  expect(diffWords('a b', 'a  b')?.some(({ kind }) => kind !== 'same')).toBe(true);
});

test('texts with too little in common have no difference to show', () => {
  const text = (word: string) => Array.from({ length: 2100 }, (_, index) => `${word}${index}`).join(' ');
  expect(diffWords(text('a'), text('b'))).toBeNull();
});
