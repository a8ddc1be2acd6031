import { describe, expect, test } from 'vitest';
import { Evaluator } from '../../../../../src/contract/evaluators/evaluator.ts';
import { EVALUATORS } from '../../../../../src/evaluation/evaluators/catalogue/evaluators.ts';
import { runEvaluator } from '../../../../../src/evaluation/evaluators/prepare/run-evaluator.ts';

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
  ['auto_exact_match', {}, '[9007199254740993]', [9007199254740992], false],
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
  ['auto_regex_test', { regex_pattern: String.raw`^\p{L}+$` }, 'Ünï', '', true],
  ['auto_regex_test', { regex_pattern: '^x', case_sensitive: true }, 'X', '', false],
  ['auto_regex_test', { regex_pattern: String.raw`[\p{L}--[a-z]]`, unicode_sets: true }, 'abc', '', false],
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
  ['auto_json_diff', {}, '{"id":9007199254740993}', '{"id":9007199254740992}', 0],
  ['auto_json_diff', {}, '{"id":9007199254740993}', { id: '9007199254740993' }, 1],
  ['auto_json_diff', {}, '{"id":9007199254740993}', '{"id":9007199254740993.0}', 1],
  ['auto_json_diff', {}, '{"id":9007199254740993}', '{"id":-9007199254740993}', 0],
  ['auto_json_diff', { compare_schema_only: true }, { id: 1 }, { id: '9007199254740993' }, 1],
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
  ['auto_levenshtein_distance', {}, '😀', '😀😀', 1],
  ['auto_levenshtein_distance', { threshold: 3 }, 'kitten', 'sitting', true],
  ['auto_levenshtein_distance', { threshold: 2 }, 'kitten', 'sitting', false],
  ['auto_levenshtein_distance', { threshold: 0 }, 'same', 'same', true],
  ['auto_numeric_difference', {}, '12.5', '10', 2.5],
  ['auto_numeric_difference', {}, -1e3, ' +.5e1 ', 1005],
  ['auto_numeric_difference', { relative: true }, 90, -100, 1.9],
  ['auto_numeric_difference', { tolerance: 0.1 }, '0.3', '0.2', true],
  ['auto_numeric_difference', { tolerance: 0.1 }, '0.31', '0.2', false],
  ['auto_numeric_difference', { tolerance: 0.05, relative: true }, 105, 100, true],
  ['auto_numeric_difference', { tolerance: 1e9 }, 'about 12', '12', false],
  // The shares of two sets of 3 with 2 in common: precision and recall 2/3, F1 2/3, Jaccard 2/4.
  ['auto_list_overlap', {}, 'a, b, c', ['b', 'c', 'd'], 2 / 3],
  ['auto_list_overlap', { measure: 'jaccard' }, '["a","b","c"]', 'd,c,b,b', 0.5],
  ['auto_list_overlap', { measure: 'precision' }, ['a', 'b'], 'a', 0.5],
  ['auto_list_overlap', { measure: 'recall' }, ['a', 'b'], 'a', 1],
  ['auto_list_overlap', { measure: 'precision' }, '', 'a', 0],
  ['auto_list_overlap', { measure: 'recall' }, 'a', [], 0],
  ['auto_list_overlap', { separator: '\n', case_sensitive: false }, 'A\nb\n', 'a\nB', 1],
  ['auto_list_overlap', {}, '', '', 1],
  ['auto_list_overlap', {}, [{ b: 1, a: 2 }], '[{"a":2,"b":1}]', 1],
  ['auto_list_overlap', {}, [1, 2], '1,3', 0.5],
  // The example of Google's rouge_score, github.com/google-research/google-research/tree/master/rouge: 5 words of 8 and 9.
  [
    'auto_rouge_l',
    {},
    'The quick brown dog jumps on the log.',
    'The quick brown fox jumps over the lazy dog',
    (2 * 5) / (8 + 9),
  ],
  // Lin 2004, §3.1: S1 "police killed the gunman", S2 "police kill the gunman", S3 "the gunman kill police".
  ['auto_rouge_l', {}, 'police kill the gunman', 'police killed the gunman', 0.75],
  ['auto_rouge_l', {}, 'the gunman kill police', 'police killed the gunman', 0.5],
  ['auto_rouge_l', {}, '', '', 0],
  ['auto_rouge_l', {}, 'Žluťoučký kůň, ŽLUŤOUČKÝ', 'žluťoučký kůň', 0.8],
  // After github.com/json-schema-org/JSON-Schema-Test-Suite, draft2020-12: prefixItems.json, required.json; draft7: items.json.
  ['auto_json_schema', { schema: '{"prefixItems":[{"type":"integer"},{"type":"string"}]}' }, '[1,"foo"]', '', true],
  ['auto_json_schema', { schema: '{"prefixItems":[{"type":"integer"},{"type":"string"}]}' }, ['foo', 1], '', false],
  ['auto_json_schema', { schema: '{"properties":{"foo":{},"bar":{}},"required":["foo"]}' }, { bar: 1 }, '', false],
  ['auto_json_schema', { schema: '{"required":["__proto__","toString"]}' }, {}, '', false],
  [
    'auto_json_schema',
    { schema: '{"$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"integer"}]}' },
    '["x"]',
    '',
    false,
  ],
  ['auto_json_schema', { schema: '{"type":"object"}' }, 'no json', '', false],
  ['auto_json_schema', { schema: 'false' }, '{}', '', false],
  // The example of jsonata.org.
  ['auto_jsonata', { expression: '$sum(example.value)' }, { example: [{ value: 4 }, { value: 7 }] }, '', 11],
  ['auto_jsonata', { expression: 'total = $number($row.correct_answer)' }, '{"total":7}', '7', true],
  ['auto_jsonata', { expression: '$contains($, "z")' }, 'a text', '', false],
];

test.each(CASES)('%s with %j judges %j against %j as %j', async (key, settings, output, expected, value) => {
  const result = await runEvaluator(key, { settings, output, row: { correct_answer: expected } });
  expect(result).toEqual({
    type: typeof value === 'boolean' ? 'bool' : 'number',
    value: typeof value === 'number' ? expect.closeTo(value, 12) : value,
  });
});

test.each([
  ['auto_latency', {}, { latency: 1.5 }, { type: 'number', value: 1.5 }],
  ['auto_latency', { max_seconds: 1.5 }, { latency: 1.5 }, { type: 'bool', value: true }],
  ['auto_cost', { max_dollars: 0.01 }, { cost: 0.02 }, { type: 'bool', value: false }],
  ['auto_cost', {}, { cost: 0 }, { type: 'number', value: 0 }],
  ['auto_cost', { max_dollars: 1 }, { cost: null }, unknownFigure('cost')],
  ['auto_latency', {}, {}, unknownFigure('latency')],
] as const)('%s with %j judges a call of %j as %j', async (key, settings, figures, result) => {
  expect(await runEvaluator(key, { settings, output: 'x', row: {}, ...figures })).toEqual(result);
});

function unknownFigure(figure: string) {
  return {
    type: 'error',
    value: null,
    error: { message: `The ${figure} of this call is unknown.`, stacktrace: null },
  };
}

test.each([
  ['auto_numeric_difference', {}, 'many', '7', 'The output is not a number: "many".'],
  ['auto_numeric_difference', {}, '7', '0x7', 'The expected answer is not a number: "0x7".'],
  ['auto_numeric_difference', {}, '1e999', '7', 'The output is larger than any number that wf can hold: "1e999".'],
  [
    'auto_numeric_difference',
    { tolerance: 1 },
    '-1e999',
    '7',
    'The output is larger than any number that wf can hold: "-1e999".',
  ],
  [
    'auto_numeric_difference',
    {},
    '7',
    '1e309',
    'The expected answer is larger than any number that wf can hold: "1e309".',
  ],
  [
    'auto_numeric_difference',
    { relative: true },
    '1e300',
    '1e-300',
    'The score is Infinity, which is not a finite number.',
  ],
  [
    'auto_numeric_difference',
    { relative: true },
    '7',
    '0',
    'The expected answer is 0, so there is no relative difference.',
  ],
  [
    'auto_jsonata',
    { expression: 'nothing' },
    {},
    '',
    'The expression returned nothing; it should return a boolean or a number.',
  ],
  [
    'auto_jsonata',
    { expression: '"text"' },
    {},
    '',
    'The expression returned "text"; it should return a boolean or a number.',
  ],
  ['auto_jsonata', { expression: '$number("x")' }, {}, '', expect.stringContaining('The expression failed: ')],
  ['auto_jsonata', { expression: '($f := function() { 1 + $f() }; $f())' }, {}, '', expect.stringMatching(/stack/i)],
  [
    'auto_jsonata',
    { expression: '($f := function($n) { $f($n + 1) }; $f(0))' },
    {},
    '',
    expect.stringMatching(/timeout|timed out|time/i),
  ],
] as const)(
  '%s with %j of %j against %j is an error with the reason',
  async (key, settings, output, expected, message) => {
    const result = await runEvaluator(key, { settings, output, row: { correct_answer: expected } });
    expect([result.type, result.error?.message]).toEqual(['error', message]);
  },
);

test('every listed evaluator judges at least two cases here', () => {
  const judged = Map.groupBy(CASES, ([key]) => key);
  const keys = EVALUATORS.filter((evaluator) => evaluator.requires_llm_api_keys !== true).map(({ key }) => key);
  const elsewhere = ['auto_latency', 'auto_cost', 'auto_webhook_test', 'auto_custom_code_run'];
  const untested = keys.filter((key) => !elsewhere.includes(key) && (judged.get(key)?.length ?? 0) < 2);
  expect(untested, 'Add two cases of each to CASES').toEqual([]);
});

test('the list matches the contract', () => {
  expect(EVALUATORS.map((evaluator) => Evaluator.strict().parse(evaluator))).toEqual(EVALUATORS);
});

describe('the expected answer', () => {
  test('is in the column the settings name', async () => {
    const settings = { correct_answer_key: 'label' };
    const result = await runEvaluator('auto_exact_match', { settings, output: 'x', row: { label: 'x' } });
    expect(result.value).toBe(true);
  });

  test('may be named with the prefix "testcase."', async () => {
    const settings = { correct_answer_key: 'testcase.label' };
    const result = await runEvaluator('auto_exact_match', { settings, output: 'x', row: { label: 'x' } });
    expect(result.value).toBe(true);
  });

  test.each(['auto_exact_match', 'auto_similarity_match', 'auto_levenshtein_distance', 'auto_json_diff'])(
    'that has no column is an error naming it: %s',
    async (key) => {
      expect(await runEvaluator(key, { output: 'x', row: { text: 'a', label: 'x' } })).toEqual({
        type: 'error',
        value: null,
        error: {
          message: 'The test set has no column "correct_answer" for the expected answer. Its columns: "text", "label".',
          stacktrace: null,
        },
      });
    },
  );

  test('that is not JSON is an error of auto_json_diff', async () => {
    const result = await runEvaluator('auto_json_diff', { output: '{}', row: { correct_answer: '{a' } });
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
])('an output that is not text is an error with its type: %j', async (output, described) => {
  const result = await runEvaluator('auto_contains', { settings: { substring: 'x' }, output, row: {} });
  expect(result.type).toBe('error');
  expect(result.error?.message).toContain(`but the output is ${described}:`);
});

test('invalid settings are refused with every problem', async () => {
  await expect(runEvaluator('auto_contains', { settings: { case: true }, output: '', row: {} })).rejects.toThrow(
    'Invalid settings of auto_contains: substring: Field required; case: Extra inputs are not permitted.',
  );
});

test('an unknown key is refused with similar keys', async () => {
  const run = runEvaluator('auto_exact_mach', { output: '', row: {} });
  await expect(run).rejects.toThrow(/Did you mean auto_exact_match\?/);
});
