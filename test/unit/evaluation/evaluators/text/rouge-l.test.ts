import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runEvaluator } from '../../../../../src/evaluation/evaluators/prepare/run-evaluator.ts';
import { rougeL } from '../../../../../src/evaluation/evaluators/text/rouge-l.ts';

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

test('its steps are a quarter of the cells of the table, of which long expected answers are not measured further', () => {
  const stepsOf = (output: unknown, correct_answer: unknown) => rougeL.steps?.({})({ output, row: { correct_answer } });
  expect([stepsOf('a b c', 'abcd'), stepsOf({ a: 1 }, 'abcd')]).toEqual([5, 0]);
  const measure = (last: number) => stepsOf('abcd', ['xx', 'a'.repeat(last)]);
  expect([measure(999_990), measure(999_991)]).toEqual([1_000_004, 1_000_001]);
});

test('texts without words have nothing in common', async () => {
  const scoreOf = async (output: string, correct_answer: string) =>
    (await runEvaluator('auto_rouge_l', { output, row: { correct_answer } })).value;
  expect([await scoreOf('…', 'a'), await scoreOf('a', '!'), await scoreOf('A-b', 'a b')]).toEqual([0, 0, 1]);
});
