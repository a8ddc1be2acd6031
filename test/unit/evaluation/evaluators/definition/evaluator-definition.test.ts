import { expect, test } from 'vitest';
import { EVALUATORS, findEvaluator } from '../../../../../src/evaluation/evaluators/catalogue/evaluators.ts';
import type { EvaluatorDefinition } from '../../../../../src/evaluation/evaluators/definition/evaluator-definition.ts';

/** An output of 11 characters; the expected answer has 7. */
const INPUT = { output: 'hello world', row: { text: 'hi', correct_answer: 'goodbye' } };

function describeScores({ range, goal, steps }: EvaluatorDefinition, settings: Record<string, unknown>): string {
  const of = range === undefined ? { low: 0, high: 1 } : range(settings);
  const span = of === null ? 'any' : `${of.low} to ${of.high}`;
  const effort = steps === undefined ? 'by size' : String(Math.round(steps(settings)(INPUT)));
  return `${span}, ${goal?.(settings) ?? 'higher'} is better, steps: ${effort}`;
}

test('each evaluator declares the range of its scores, which are better, and how long they take', () => {
  const described = EVALUATORS.map(({ key }) => {
    const definition = findEvaluator(key) as EvaluatorDefinition; // it is listed
    const settings = { regex_pattern: 'l+', correct_answer_key: 'correct_answer' };
    return `${key}: ${describeScores(definition, settings)}`;
  });
  expect(described).toMatchInlineSnapshot(`
    [
      "auto_exact_match: 0 to 1, higher is better, steps: by size",
      "auto_contains: 0 to 1, higher is better, steps: by size",
      "auto_contains_any: 0 to 1, higher is better, steps: by size",
      "auto_contains_all: 0 to 1, higher is better, steps: by size",
      "auto_starts_with: 0 to 1, higher is better, steps: by size",
      "auto_ends_with: 0 to 1, higher is better, steps: by size",
      "auto_regex_test: 0 to 1, higher is better, steps: 146",
      "auto_contains_json: 0 to 1, higher is better, steps: by size",
      "field_match_test: 0 to 1, higher is better, steps: by size",
      "auto_json_diff: 0 to 1, higher is better, steps: 365",
      "auto_similarity_match: 0 to 1, higher is better, steps: by size",
      "auto_levenshtein_distance: 0 to Infinity, lower is better, steps: 10",
      "auto_numeric_difference: 0 to Infinity, lower is better, steps: by size",
      "auto_list_overlap: 0 to 1, higher is better, steps: by size",
      "auto_rouge_l: 0 to 1, higher is better, steps: 19",
      "auto_json_schema: 0 to 1, higher is better, steps: Infinity",
      "auto_jsonata: any, higher is better, steps: Infinity",
      "auto_latency: 0 to Infinity, lower is better, steps: by size",
      "auto_cost: 0 to Infinity, lower is better, steps: by size",
      "auto_ai_critique: any, higher is better, steps: by size",
      "auto_semantic_similarity: -1 to 1, higher is better, steps: by size",
      "auto_factuality: 0 to 1, higher is better, steps: by size",
      "rag_faithfulness: 0 to 1, higher is better, steps: by size",
      "rag_context_relevancy: 0 to 1, higher is better, steps: by size",
      "auto_webhook_test: any, higher is better, steps: by size",
      "auto_custom_code_run: any, higher is better, steps: by size",
    ]
  `);
});

test.each([
  ['auto_numeric_difference', { tolerance: 0 }],
  ['auto_levenshtein_distance', { threshold: 0 }],
])('with a limit, %s is a matter of pass and fail', (key, settings) => {
  const definition = findEvaluator(key);
  expect(definition?.range?.(settings)).toEqual({ low: 0, high: 1 });
  expect(definition?.goal?.(settings)).toBe('higher');
});
