import { expect, test } from 'vitest';
import { textsOfRow } from '../../../../../src/playground/workbench/rows/row-texts.ts';

const EXPECTED = new Set(['correct_answer', 'tone']);

test('one input and one answer need no names', () => {
  expect(textsOfRow({ q: 'a\nb', correct_answer: 'c' }, { q: 'a\nb' }, EXPECTED)).toEqual({
    inputs: 'a\nb',
    expected: 'c',
  });
});

test('several have their names', () => {
  expect(textsOfRow({ q: 'a', n: 1, correct_answer: [2], tone: 'kind' }, { q: 'a', n: 1 }, EXPECTED)).toEqual({
    inputs: 'q: a\nn: 1',
    expected: 'correct_answer: [\n  2\n]\ntone: kind',
  });
});

test('a row may have neither', () => {
  expect(textsOfRow({ other: 1 }, {}, EXPECTED)).toEqual({ inputs: '', expected: '' });
});
