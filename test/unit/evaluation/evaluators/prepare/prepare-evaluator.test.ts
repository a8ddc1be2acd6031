import { expect, test } from 'vitest';
import { EVALUATORS, findEvaluator } from '../../../../../src/evaluation/evaluators/catalogue/evaluators.ts';
import { runEvaluator } from '../../../../../src/evaluation/evaluators/prepare/run-evaluator.ts';
import { roundFigures } from '../../../../helpers/round-figures.ts';

/** What an evaluator needs, where it needs something. */
const REQUIRED: Readonly<Record<string, Record<string, unknown>>> = {
  auto_contains: { substring: 'b' },
  auto_contains_any: { substrings: 'b,x' },
  auto_contains_all: { substrings: 'a, b' },
  auto_starts_with: { prefix: 'a' },
  auto_ends_with: { suffix: 'b' },
  auto_regex_test: { regex_pattern: 'a.b' },
  field_match_test: { json_field: 'a' },
  auto_json_schema: { schema: '{"type":"object","required":["a"]}' },
  auto_jsonata: { expression: '$length($string($)) > 3' },
};
const ELSEWHERE = ['auto_webhook_test', 'auto_custom_code_run'];
const KEYS = EVALUATORS.filter(
  ({ requires_llm_api_keys: isModel, key }) => isModel !== true && !ELSEWHERE.includes(key),
);

const OUTPUTS = [
  '',
  'a b',
  ' A,B ',
  '{"a":1,"b":"x"}',
  '[1,"a"]',
  '1.5',
  7,
  true,
  null,
  { a: 1 },
  ['a', 'b'],
  { data: { content: 'a b' } },
];
const ANSWERS = ['', 'a b', '{"a":1}', '1', ['b', 'a'], null];

test.each(KEYS.map(({ key }) => key))('%s judges outputs of every form', async (key) => {
  const settings = REQUIRED[key] ?? {};
  const found: Record<string, unknown> = {};
  for (const output of OUTPUTS) {
    for (const correct_answer of ANSWERS) {
      const { type, value, error } = await runEvaluator(key, { settings, output, row: { correct_answer } });
      found[`${JSON.stringify(output)} for ${JSON.stringify(correct_answer)}`] =
        type === 'error' ? error?.message : `${type} ${JSON.stringify(roundFigures(value))}`;
    }
  }
  expect(found).toMatchSnapshot();
});

test.each([
  ['auto_latency', { max_seconds: 1 }, 'higher'],
  ['auto_latency', {}, 'lower'],
  ['auto_cost', { max_dollars: 0 }, 'higher'],
  ['auto_cost', {}, 'lower'],
  ['auto_numeric_difference', { tolerance: 0 }, 'higher'],
  ['auto_numeric_difference', {}, 'lower'],
  ['auto_levenshtein_distance', { threshold: 0 }, 'higher'],
  ['auto_levenshtein_distance', {}, 'lower'],
])('%s with %j is better when it is %s', (key, settings, goal) => {
  expect(findEvaluator(key)?.goal?.(settings)).toBe(goal);
});
