import { describe, expect, test } from 'vitest';
import { Evaluator } from '../../../src/contract/records/evaluator.ts';
import { EVALUATORS } from '../../../src/evaluation/evaluators.ts';
import { runEvaluator } from '../../../src/evaluation/run-evaluator.ts';

/** Key, settings, output, expected answer, value. */
type Case = readonly [string, Record<string, unknown>, unknown, unknown, boolean | number];

const CASES: readonly Case[] = [
  ['auto_exact_match', {}, 'Paris', 'Paris', true],
  ['auto_exact_match', {}, 'Paris ', 'Paris', false],
  ['auto_exact_match', {}, '', '', true],
  ['auto_exact_match', {}, { content: 'Paris' }, 'Paris', true],
  ['auto_exact_match', {}, { data: 'Paris' }, 'Paris', true],
  ['auto_exact_match', {}, { data: { content: 'Paris' } }, 'Paris', true],
  ['auto_exact_match', {}, 42, '42', true],
  ['auto_exact_match', {}, true, 'true', true],
  ['auto_exact_match', {}, '42', 42, true],
  ['auto_exact_match', {}, { b: 2, a: 1 }, { a: 1, b: 2 }, true],
  ['auto_exact_match', {}, '{"b": 2, "a": 1}', { a: 1, b: 2 }, true],
  ['auto_exact_match', {}, '[1,2]', [2, 1], false],
  ['auto_contains', { substring: 'refund' }, 'a refund please', '', true],
  ['auto_contains', { substring: 'Refund' }, 'a refund please', '', false],
  ['auto_contains', { substring: 'Refund', case_sensitive: false }, 'a REFUND please', '', true],
  ['auto_contains_any', { substrings: 'x, fund' }, 'a refund', '', true],
  ['auto_contains_any', { substrings: 'x, y' }, 'a refund', '', false],
  ['auto_contains_any', { substrings: 'x,,Y', case_sensitive: false }, 'why', '', true],
  ['auto_contains_all', { substrings: 're, fund' }, 'a refund', '', true],
  ['auto_contains_all', { substrings: 're, x' }, 'a refund', '', false],
  ['auto_starts_with', { prefix: 'Dear' }, 'Dear all', '', true],
  ['auto_starts_with', { prefix: 'dear' }, 'Dear all', '', false],
  ['auto_starts_with', { prefix: 'dear', case_sensitive: false }, 'Dear all', '', true],
  ['auto_ends_with', { suffix: 'all' }, 'Dear all', '', true],
  ['auto_ends_with', { suffix: 'ALL' }, 'Dear all', '', false],
  ['auto_regex_test', { regex_pattern: '^r.f' }, 'REFUND', '', true],
  ['auto_regex_test', { regex_pattern: 'x' }, 'REFUND', '', false],
  ['auto_regex_test', { regex_pattern: 'x', regex_should_match: false }, 'REFUND', '', true],
  ['auto_contains_json', {}, 'so: {"a":{"b":1}} ok', '', true],
  ['auto_contains_json', {}, 'so: {a:1}', '', false],
  ['auto_contains_json', {}, 'nothing } here {', '', false],
  ['auto_contains_json', {}, { intent: 'billing' }, '', true],
  ['field_match_test', { json_field: 'intent' }, '{"intent":"billing"}', 'billing', true],
  ['field_match_test', { json_field: 'intent' }, { intent: 'billing', more: 1 }, 'billing', true],
  ['field_match_test', { json_field: 'intent' }, '{"intent":"sales"}', 'billing', false],
  ['field_match_test', { json_field: 'a.b.0.c' }, { a: { b: [{ c: 5 }] } }, '5', true],
  ['field_match_test', { json_field: 'a.b' }, { 'a.b': 'x', a: { b: 'y' } }, 'x', true],
  ['field_match_test', { json_field: 'a.b.c' }, { 'a.b': { c: 'x' } }, 'x', true],
  ['field_match_test', { json_field: 'ok' }, { ok: true }, 'true', true],
  ['field_match_test', { json_field: 'list' }, { list: [1, { b: 2, a: 1 }] }, '[1, {"a": 1, "b": 2}]', true],
  ['field_match_test', { json_field: 'gone' }, { intent: 'billing' }, 'billing', false],
  ['field_match_test', { json_field: 'toString' }, { intent: 'billing' }, 'billing', false],
  ['field_match_test', { json_field: 'intent' }, 'not json', 'billing', false],
  ['field_match_test', { json_field: 'data' }, { data: 'hello' }, 'hello', true],
  ['auto_json_diff', {}, '{"a":1,"b":2}', '{"a":1,"b":3}', 0.5],
  ['auto_json_diff', {}, { a: { b: [1, 2] } }, '{"a":{"b":[1,2]}}', 1],
  ['auto_json_diff', {}, { a: 1, extra: 2 }, { a: 1 }, 1],
  ['auto_json_diff', { predict_keys: true }, { a: 1, extra: 2 }, { a: 1 }, 0.5],
  ['auto_json_diff', { compare_schema_only: true }, { a: 7, b: 'x' }, { a: 1, b: 2 }, 0.5],
  ['auto_json_diff', { case_insensitive_keys: true }, { A: 1 }, { a: 1 }, 1],
  ['auto_json_diff', {}, { A: 1 }, { a: 1 }, 0],
  ['auto_json_diff', {}, {}, {}, 1],
  ['auto_json_diff', {}, { a: 1 }, {}, 0],
  ['auto_json_diff', {}, { a: null }, { a: null }, 1],
  ['auto_json_diff', {}, {}, { a: null }, 0],
  ['auto_json_diff', {}, 'not json', '{"a":1}', 0],
  ['auto_similarity_match', { similarity_threshold: 0.5 }, 'a b c', 'a b d', false],
  ['auto_similarity_match', { similarity_threshold: 0.49 }, 'a b c', 'a b d', true],
  ['auto_similarity_match', {}, 'same  words', 'words same', true],
  ['auto_similarity_match', {}, '', '', true],
  ['auto_similarity_match', {}, '', 'word', false],
  ['auto_levenshtein_distance', {}, 'kitten', 'sitting', 3],
  ['auto_levenshtein_distance', {}, 'abc', '', 3],
  ['auto_levenshtein_distance', {}, '', '', 0],
  ['auto_levenshtein_distance', { threshold: 3 }, 'kitten', 'sitting', true],
  ['auto_levenshtein_distance', { threshold: 2 }, 'kitten', 'sitting', false],
  ['auto_levenshtein_distance', { threshold: 0 }, 'same', 'same', true],
];

test.each(CASES)('%s with %j judges %j against %j as %j', (key, settings, output, expected, value) => {
  const result = runEvaluator(key, { settings, output, row: { correct_answer: expected } });
  expect(result).toEqual({ type: typeof value === 'boolean' ? 'bool' : 'number', value });
});

test('every evaluator of the list judges at least two cases here', () => {
  const judged = Map.groupBy(CASES, ([key]) => key);
  expect(EVALUATORS.map(({ key }) => [key, (judged.get(key)?.length ?? 0) >= 2])).toEqual(
    EVALUATORS.map(({ key }) => [key, true]),
  );
});

test('the list is what the contract promises', () => {
  expect(EVALUATORS.map((evaluator) => Evaluator.strict().parse(evaluator))).toEqual(EVALUATORS);
});

describe('the expected answer', () => {
  test('is in the column the settings name', () => {
    const settings = { correct_answer_key: 'label' };
    expect(runEvaluator('auto_exact_match', { settings, output: 'x', row: { label: 'x' } }).value).toBe(true);
  });

  test('may be named with the prefix "testcase."', () => {
    const settings = { correct_answer_key: 'testcase.label' };
    expect(runEvaluator('auto_exact_match', { settings, output: 'x', row: { label: 'x' } }).value).toBe(true);
  });

  test.each(['auto_exact_match', 'auto_similarity_match', 'auto_levenshtein_distance', 'auto_json_diff'])(
    'that has no column is an error naming it: %s',
    (key) => {
      expect(runEvaluator(key, { output: 'x', row: { text: 'a', label: 'x' } })).toEqual({
        type: 'error',
        value: null,
        error: {
          message: 'The test set has no column "correct_answer" for the expected answer. It has: "text", "label".',
          stacktrace: null,
        },
      });
    },
  );

  test('that is no JSON is an error of auto_json_diff', () => {
    const result = runEvaluator('auto_json_diff', { output: '{}', row: { correct_answer: '{a' } });
    expect([result.type, result.error?.message]).toEqual([
      'error',
      'The expected answer is not JSON, so there is nothing to compare.',
    ]);
  });
});

test.each([
  [{ intent: 'x', score: 1 }, 'an object with intent, score'],
  [['x'], 'a list'],
  [{}, 'an empty object'],
  [null, 'empty'],
])('an output that is no text is an error that says what it is: %j', (output, described) => {
  const result = runEvaluator('auto_contains', { settings: { substring: 'x' }, output, row: {} });
  expect(result.type).toBe('error');
  expect(result.error?.message).toContain(`but the output is ${described};`);
});

test('settings that do not fit are refused with each problem', () => {
  expect(() => runEvaluator('auto_contains', { settings: { case: true }, output: '', row: {} })).toThrow(
    'The settings of auto_contains are not valid: substring: Field required; case: Extra inputs are not permitted.',
  );
});

test('an unknown key is refused with its near misses', () => {
  expect(() => runEvaluator('auto_exact_mach', { output: '', row: {} })).toThrow(/Did you mean auto_exact_match\?/);
});
