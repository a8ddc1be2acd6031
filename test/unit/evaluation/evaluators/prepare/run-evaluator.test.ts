import { describe, expect, test } from 'vitest';
import { Evaluator } from '../../../../../src/contract/evaluators/evaluator.ts';
import { EVALUATORS } from '../../../../../src/evaluation/evaluators/catalogue/evaluators.ts';
import { runEvaluator } from '../../../../../src/evaluation/evaluators/prepare/prepare-evaluator.ts';
import { CASES } from './evaluator-cases.ts';

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
  [
    'auto_numeric_difference',
    { relative: true },
    '1e300',
    '1e-300',
    'The score is Infinity, which is not a finite number.',
  ],
  ['auto_jsonata', { expression: '($f := function() { 1 + $f() }; $f())' }, {}, '', expect.stringMatching(/stack/i)],
  [
    'auto_jsonata',
    { expression: '($f := function($n) { $f($n + 1) }; $f(0))' },
    {},
    '',
    expect.stringMatching(/time/i),
  ],
  ['auto_json_diff', {}, '{}', '{a', 'The expected answer is not JSON, so there is nothing to compare.'],
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
