import { expect, test } from 'vitest';
import type { RouteAnswer } from '../../../../../src/client/calls/call-route.ts';
import { compareAnswers } from '../../../../../src/use-cases/develop/calls/compare-answers.ts';

const answer = (data: unknown, more: object = {}) => ({ version: '3.0', data, ...more }) as RouteAnswer;

test('answers are the same if their data is, whatever they cost', () => {
  expect(compareAnswers(answer({ a: [1] }, { tree: null }), answer({ a: [1] }))).toEqual({
    is_same: true,
    words: null,
  });
});

test('texts are compared word by word', () => {
  expect(compareAnswers(answer('one two'), answer('one three'))).toEqual({
    is_same: false,
    words: [
      { kind: 'same', text: 'one ' },
      { kind: 'removed', text: 'two' },
      { kind: 'added', text: 'three' },
    ],
  });
});

test('anything else is compared as indented JSON', () => {
  const { words } = compareAnswers(answer({ a: 1 }), answer({ a: 2 }));
  expect(words?.map(({ text }) => text).join('')).toContain('{\n  "a": ');
  expect(words?.filter(({ kind }) => kind !== 'same')).toEqual([
    { kind: 'removed', text: '1' },
    { kind: 'added', text: '2' },
  ]);
  expect(compareAnswers(answer(undefined), answer('x')).words).toEqual([
    { kind: 'removed', text: 'null' },
    { kind: 'added', text: 'x' },
  ]);
});

test.each([
  [null, answer('x')],
  [answer('x'), null],
  [null, null],
])('a failed call is like no other', (before, after) => {
  expect(compareAnswers(before, after)).toEqual({ is_same: false, words: null });
});
