import { expect, test } from 'vitest';
import { levenshteinDistance } from '../../../../../src/evaluation/evaluators/text/levenshtein-distance.ts';
import { NO_TOOLS } from '../../../../../src/evaluation/judges/evaluator-tools.ts';

const { prepare, steps, goal, range } = levenshteinDistance;

test.each([
  [{}, 'kitten', 'sitting', { type: 'number', value: 3 }],
  [{ threshold: 3 }, 'kitten', 'sitting', { type: 'bool', value: true }],
  [{ threshold: 2 }, 'kitten', 'sitting', { type: 'bool', value: false }],
  [{ threshold: 3 }, 'a', 'aaaa', { type: 'bool', value: true }],
  [{ threshold: 2 }, 'aaaa', 'a', { type: 'bool', value: false }],
  [{ threshold: 0 }, 'a', 'a', { type: 'bool', value: true }],
  [{ threshold: 0 }, 'a', 'b', { type: 'bool', value: false }],
  [{}, { content: 'ab' }, { a: 1 }, { type: 'number', value: 6 }],
])('with %j, %j is as far from %j as it is', (settings, output, expected, result) => {
  expect(prepare(settings, NO_TOOLS)({ output, row: { correct_answer: expected } })).toEqual(result);
});

test('a row without the expected answer, or an output that is no text, is an error', () => {
  const score = prepare({}, NO_TOOLS);
  expect(score({ output: 'a', row: {} })).toMatchObject({ type: 'error' });
  expect(score({ output: [], row: { correct_answer: 'a' } })).toMatchObject({ type: 'error' });
});

test('a distance is better when it is less, and within the threshold is better than beyond', () => {
  expect([{}, { threshold: 3 }].map((settings) => [goal?.(settings), range?.(settings)])).toEqual([
    ['lower', { low: 0, high: Infinity }],
    ['higher', { low: 0, high: 1 }],
  ]);
});

test('its steps are an eighth of the cells of the table, of which long expected answers are not measured further', () => {
  const stepsOf = (output: unknown, expected: unknown, settings = {}) =>
    steps?.(settings)({ output, row: { correct_answer: expected, other: 'abc' } });
  expect(stepsOf('a'.repeat(4), 'b'.repeat(10))).toBe(5);
  expect(stepsOf({ a: 1 }, 'b')).toBe(0);
  expect(stepsOf('a'.repeat(8), '', { correct_answer_key: 'other' })).toBe(3);
  // Measured from its end, up to a million characters.
  const measure = (last: number) => stepsOf('a'.repeat(8), ['xx', 'a'.repeat(last)]);
  expect([measure(999_990), measure(999_991)]).toEqual([1_000_004, 1_000_001]);
});
