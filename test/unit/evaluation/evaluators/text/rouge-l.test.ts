import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runEvaluator } from '../../../../../src/evaluation/evaluators/prepare/run-evaluator.ts';

// Written by test/fixtures/texts/rouge.py, with the scores of Google's rouge_score.
const PAIRS = JSON.parse(
  readFileSync(new URL('../../../../fixtures/texts/rouge.json', import.meta.url), 'utf8'),
) as readonly (readonly [string, string, number])[];

test('scores are those of rouge_score', async () => {
  expect(PAIRS.length).toBeGreaterThan(120);
  for (const [output, expected, score] of PAIRS) {
    const { value } = await runEvaluator('auto_rouge_l', { output, row: { correct_answer: expected } });
    expect(value, `${output} | ${expected}`).toBeCloseTo(score, 12);
  }
});
