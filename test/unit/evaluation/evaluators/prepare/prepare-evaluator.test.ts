import { describe, expect, test } from 'vitest';
import { prepareEvaluator } from '../../../../../src/evaluation/evaluators/prepare/prepare-evaluator.ts';
import { NO_TOOLS } from '../../../../../src/evaluation/judges/evaluator-tools.ts';
import type { SentEvaluator } from '../../../../../src/evaluation/judges/heavy-work.ts';
import { numberResult } from '../../../../../src/evaluation/results/make-result.ts';

/** Scores a row where heavy work has processes of its own. Returns what was sent to them. */
async function sentOf(key: string, settings: Record<string, unknown>, output: unknown, correct_answer: unknown = '') {
  const sent: SentEvaluator[] = [];
  const heavyWork = {
    score: async (evaluator: SentEvaluator) => {
      sent.push(evaluator);
      return numberResult(0);
    },
    check: async () => null,
  };
  const { score } = prepareEvaluator(key, settings, { ...NO_TOOLS, heavyWork, caller: 'me' });
  await score({ output, row: { correct_answer } });
  return sent;
}

describe('work that may take long is sent to a process that can be killed', () => {
  const text = (length: number) => 'x'.repeat(length);

  test.each<[string, Record<string, unknown>, unknown, unknown, boolean]>([
    ['auto_contains', { substring: 'a' }, text(1000), '', false],
    ['auto_contains', { substring: text(2000) }, text(2000), '', true],
    ['auto_levenshtein_distance', {}, text(1000), text(8000), false],
    ['auto_levenshtein_distance', {}, text(1001), text(8000), true],
    ['auto_rouge_l', {}, text(1000), text(4000), false],
    ['auto_rouge_l', {}, text(1000), text(4001), true],
    ['auto_json_diff', {}, text(1000), '', false],
    ['auto_json_diff', {}, text(3000), '', true],
    ['auto_json_schema', { schema: 'true' }, '1', '', true],
    ['auto_jsonata', { expression: '1' }, '1', '', true],
    // Nested deeper than the stack.
    ['auto_json_diff', {}, JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`), '', true],
  ])('%s, %#', async (key, settings, output, expected, isSent) => {
    expect(await sentOf(key, settings, output, expected)).toHaveLength(isSent ? 1 : 0);
  });

  test.each([
    ['^ok$', 10_000],
    [String.raw`(\w+)@(\w+)\.com`, 60],
    ['yes|no|perhaps', 100_000],
    [String.raw`\d{4}-\d{2}`, 90],
    ['[*+?|(){}]', 10_000],
    [String.raw`\)\+`, 10_000],
    [String.raw`^\p{L}\P{Script=Greek}$`, 100_000],
  ])('the pattern %s is not, for %d characters', async (regex_pattern, length) => {
    expect(await sentOf('auto_regex_test', { regex_pattern }, text(length))).toEqual([]);
  });

  test.each([
    ['(a+)+$', 30],
    ['(?:a|a)*$', 30],
    ['(?:a|a)'.repeat(30), 30],
    ['a?'.repeat(30), 30],
    [`${'a*'.repeat(9)}$`, 2000],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', 30],
    [String.raw`(a*)\1$`, 2000],
    ['a*b', 100_000],
    [String.raw`\p{1,}\p{1,}$`, 2000],
    ['(a){2}', 1],
  ])('the pattern %s is, for %d characters', async (regex_pattern, length) => {
    expect(await sentOf('auto_regex_test', { regex_pattern }, text(length))).toHaveLength(1);
  });

  test('with its settings, for the caller whose turn it is', async () => {
    expect(await sentOf('auto_jsonata', { expression: '1' }, '1')).toEqual([
      { key: 'auto_jsonata', settings: '{"expression":"1"}', caller: 'me' },
    ]);
  });
});

test.each([
  ['auto_exact_match', {}, 0, false],
  ['auto_ai_critique', { votes: 3 }, 3, true],
  ['auto_factuality', {}, 1, true],
  ['rag_faithfulness', { question_key: 'q', answer_key: 'output', contexts_key: 'c', votes: 2 }, 4, true],
  ['rag_context_relevancy', { question_key: 'q', answer_key: 'output', contexts_key: 'c' }, 1, true],
  ['auto_webhook_test', { webhook_url: 'http://x' }, 0, false],
])('%s with %j calls a model %d times, and stores its scores: %s', (key, settings, calls, storesScores) => {
  expect(prepareEvaluator(key, settings)).toMatchObject({ modelCalls: calls, storesScores });
});

test.each([
  ['auto_contains', { substring: 'a' }, { output: 'x' }],
  ['auto_exact_match', { correct_answer_key: 'testcase.wanted' }, { output: 'x', expected: 'y' }],
  ['auto_ai_critique', {}, { output: 'x', row: { wanted: 'y' } }],
  ['auto_cost', {}, 0.5],
  ['auto_latency', {}, null],
])('a score of %s with %j depends on %j', (key, settings, basis) => {
  const { basisOf } = prepareEvaluator(key, settings);
  expect(basisOf({ output: 'x', row: { wanted: 'y' }, cost: 0.5 })).toEqual(basis);
});
