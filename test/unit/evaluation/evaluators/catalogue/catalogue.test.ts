import { expect, test } from 'vitest';
import {
  columnsToRead,
  comparesWithAnswer,
  EVALUATORS,
  findEvaluator,
  resolveEvaluatorKey,
  toEvaluator,
} from '../../../../../src/evaluation/evaluators/catalogue/evaluators.ts';
import { runEvaluator } from '../../../../../src/evaluation/evaluators/prepare/prepare-evaluator.ts';
import { CASES } from '../prepare/evaluator-cases.ts';
import { toShortKey } from '../../../../../src/evaluation/evaluators/definition/spec-name.ts';

const ROUTE = { path: '/tone', name: 'tone', config: null, input: null, output: null, defaults: {} };

test('an evaluator without settings is used as it is', () => {
  expect(toEvaluator(ROUTE)).toEqual({
    name: 'tone',
    key: 'tone',
    direct_use: true,
    settings_template: {},
    description: null,
    tags: ['custom'],
  });
});

test('a configuration becomes settings', () => {
  const properties = {
    text: { type: 'string', description: 'Some text.' },
    share: { type: 'number', minimum: 0, maximum: 1 },
    count: { type: 'integer', description: 7, minimum: 'x' },
    flag: { type: 'boolean' },
    mode: { type: 'string', enum: ['a', 2] },
  };
  const defaults = { text: 't', share: 0.5, count: 3, flag: true, mode: 'a' };
  const output = { description: 'Judges the tone.' };
  expect(toEvaluator({ ...ROUTE, config: { properties }, output, defaults })).toEqual({
    name: 'tone',
    key: 'tone',
    direct_use: false,
    settings_template: {
      text: { label: 'text', type: 'string', default: 't', description: 'Some text.', required: false },
      share: { label: 'share', type: 'number', default: 0.5, required: false, min: 0, max: 1 },
      count: { label: 'count', type: 'number', default: 3, required: false },
      flag: { label: 'flag', type: 'boolean', default: true, required: false },
      mode: { label: 'mode', type: 'multiple_choice', default: 'a', required: false, options: ['a', '2'] },
    },
    description: 'Judges the tone.',
    tags: ['custom'],
  });
});

test.each([
  ['auto_exact_match', 'auto_exact_match'],
  ['exact_match', 'auto_exact_match'],
  ['regex', 'auto_regex_test'],
  ['regex_test', 'auto_regex_test'],
  ['field_match', 'field_match_test'],
  ['levenshtein_distance', 'auto_levenshtein_distance'],
])('%s means %s', (name, key) => {
  expect(resolveEvaluatorKey(name)).toBe(key);
});

test.each([
  ['exact_mach', /Did you mean exact_match\?/],
  ['levenshtein', /Did you mean levenshtein_distance\?/],
  ['vibes', /Available: exact_match, contains, /],
])('%s is refused with the existing keys', (name, message) => {
  expect(() => resolveEvaluatorKey(name)).toThrow(message);
});

test.each([
  ['auto_exact_match', 'exact_match'],
  ['rag_faithfulness', 'rag_faithfulness'],
  ['my_auto_check', 'my_auto_check'],
])('the short key of %s is %s', (key, short) => {
  expect(toShortKey(key)).toBe(short);
});

const OF_THE_ANSWER = [
  'auto_exact_match',
  'field_match_test',
  'auto_json_diff',
  'auto_similarity_match',
  'auto_levenshtein_distance',
  'auto_numeric_difference',
  'auto_list_overlap',
  'auto_rouge_l',
  'auto_semantic_similarity',
  'auto_factuality',
  'auto_custom_code_run',
];

test('these evaluators need the expected answer, in the column that their settings name', () => {
  const needing = (settings: Record<string, string>, column: string) =>
    EVALUATORS.filter(({ key }) => columnsToRead(key, settings).includes(column)).map(({ key }) => key);
  expect(needing({}, 'correct_answer')).toEqual(OF_THE_ANSWER);
  expect(needing({ correct_answer_key: 'wanted' }, 'wanted')).toEqual(OF_THE_ANSWER);
});

test('a judge and a webhook compare with the answer, where there is one', () => {
  const comparing = EVALUATORS.filter(({ key }) => comparesWithAnswer(key)).map(({ key }) => key);
  expect(new Set(comparing)).toEqual(new Set([...OF_THE_ANSWER, 'auto_ai_critique', 'auto_webhook_test']));
});

test('an evaluator of a retrieval needs the columns that its paths begin with', () => {
  const paths = { question_key: 'testcase.question', answer_key: 'output', contexts_key: 'testcase.documents' };
  expect(columnsToRead('rag_faithfulness', paths)).toEqual(['question', 'documents']);
});

test('an unknown evaluator reads none', () => {
  expect(comparesWithAnswer('unknown')).toBe(false);
  expect(columnsToRead('unknown', {})).toEqual([]);
});

const DISTANCES = ['auto_levenshtein_distance', 'auto_numeric_difference', 'auto_latency', 'auto_cost'];
const OWN_RANGES: Readonly<Record<string, object | null>> = {
  auto_semantic_similarity: { low: -1, high: 1 },
  auto_jsonata: null,
  auto_ai_critique: { low: 0, high: 10 },
  auto_webhook_test: null,
  auto_custom_code_run: null,
};

test('scores are from 0 to 1 and better when higher, except distances and what anybody may answer', () => {
  for (const { key } of EVALUATORS) {
    const definition = findEvaluator(key);
    const isDistance = DISTANCES.includes(key);
    const usual = isDistance ? { low: 0, high: Infinity } : { low: 0, high: 1 };
    const range = definition?.range === undefined ? { low: 0, high: 1 } : definition.range({});
    expect([key, range]).toEqual([key, key in OWN_RANGES ? OWN_RANGES[key] : usual]);
    expect([key, definition?.goal?.({}) ?? 'higher']).toEqual([key, isDistance ? 'lower' : 'higher']);
  }
});

test.each([
  ['auto_numeric_difference', { tolerance: 0 }],
  ['auto_levenshtein_distance', { threshold: 0 }],
  ['auto_latency', { max_seconds: 1 }],
  ['auto_cost', { max_dollars: 0 }],
])('with a limit, %s is a matter of pass and fail', (key, settings) => {
  const definition = findEvaluator(key);
  expect(definition?.range?.(settings)).toEqual({ low: 0, high: 1 });
  expect(definition?.goal?.(settings)).toBe('higher');
  expect([definition?.isPassFail?.(settings), definition?.isPassFail?.({})]).toEqual([true, false]);
});

/** They answer what an expression, a server or code does: perhaps pass or fail, perhaps a number. */
const OF_ANY_ANSWER = ['auto_jsonata', 'auto_webhook_test', 'auto_custom_code_run'];
const PASS_FAIL = [
  'auto_exact_match',
  'auto_contains',
  'auto_contains_any',
  'auto_contains_all',
  'auto_starts_with',
  'auto_ends_with',
  'auto_regex_test',
  'auto_contains_json',
  'field_match_test',
  'auto_similarity_match',
  'auto_json_schema',
  ...OF_ANY_ANSWER,
];

test('these evaluators pass or fail without a limit, and no other does', () => {
  const passing = EVALUATORS.filter(({ key }) => findEvaluator(key)?.isPassFail?.({}) === true).map(({ key }) => key);
  expect(new Set(passing)).toEqual(new Set(PASS_FAIL));
});

const FIGURE_CASES = [
  ['auto_latency', {}],
  ['auto_latency', { max_seconds: 1 }],
  ['auto_cost', {}],
  ['auto_cost', { max_dollars: 0 }],
] as const;

test('an evaluator scores only pass or fail where it says so, and only numbers elsewhere', async () => {
  const cases = [
    ...CASES.map(([key, settings, output, expected]) => ({ key, settings, output, expected })),
    ...FIGURE_CASES.map(([key, settings]) => ({ key, settings, output: 'x', expected: 'x' })),
  ].filter(({ key }) => !OF_ANY_ANSWER.includes(key));
  for (const { key, settings, output, expected } of cases) {
    const input = { output, row: { correct_answer: expected }, cost: 0.5, latency: 0.5 };
    const { type } = await runEvaluator(key, { settings, ...input });
    const said = findEvaluator(key)?.isPassFail?.(settings) === true ? 'bool' : 'number';
    expect([key, settings, type]).toEqual([key, settings, said]);
  }
  // Judges, whose values are numbers, need a model.
  const tried = new Set([...cases.map(({ key }) => key), ...OF_ANY_ANSWER]);
  const untried = EVALUATORS.filter(({ key }) => !tried.has(key));
  expect(untried.filter(({ requires_llm_api_keys }) => requires_llm_api_keys !== true)).toEqual([]);
});
