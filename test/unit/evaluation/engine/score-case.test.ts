import { expect, test } from 'vitest';
import type { JudgedResult } from '../../../../src/contract/evaluations/result.ts';
import type { CellOutcome } from '../../../../src/evaluation/engine/call-outcome.ts';
import { createRunningWork } from '../../../../src/evaluation/engine/running-work.ts';
import { type CaseEvaluator, isJudged, scoreCase } from '../../../../src/evaluation/engine/score-case.ts';
import type { ScoreInput } from '../../../../src/evaluation/evaluators/definition/evaluator-definition.ts';
import { errorResult, numberResult } from '../../../../src/evaluation/results/make-result.ts';

const ROW = { text: 'hi' };
const ANSWERED = { error: null, output: 'HI', cost: 0.5, latency: 2 } as CellOutcome & { readonly error: null };

const judged = (value: number, more: object = {}): JudgedResult => ({ ...numberResult(value), ...more });

/** A judge that gives these results in their order, keyed by the output. */
function judgeOf(name: string, ...results: readonly JudgedResult[]) {
  const waiting = [...results];
  const inputs: ScoreInput[] = [];
  const evaluator: CaseEvaluator = {
    scoreKey: ({ output }) => `${name} of ${String(output)}`,
    score: async (input) => {
      inputs.push(input);
      return waiting.shift() ?? errorResult('It is asked too often.');
    },
  };
  return { evaluator, inputs };
}

function contextOf(evaluators: readonly CaseEvaluator[], stored: Readonly<Record<string, JudgedResult>> = {}) {
  const lookUps: (readonly string[])[] = [];
  const findScores = async (keys: readonly string[]) => {
    lookUps.push(keys);
    return new Map(keys.flatMap((key) => (stored[key] === undefined ? [] : [[key, stored[key]] as const])));
  };
  const { signal } = new AbortController();
  return { evaluators, findScores, signal, running: createRunningWork<JudgedResult>(), lookUps };
}

test('without an output, every evaluator says so, and nothing is computed', async () => {
  const { evaluator, inputs } = judgeOf('judge');
  const failed = { error: { message: 'Timed out.' } } as CellOutcome;
  const result = errorResult('There is no output to score: Timed out.');
  expect(await scoreCase(failed, ROW, contextOf([evaluator, evaluator]))).toEqual({
    scores: [result, result],
    newScores: [],
    judging: { calls: 0, cost: 0 },
  });
  expect(inputs).toEqual([]);
});

test('scores that cost nothing are computed each time; those of judges are new', async () => {
  const judge = judgeOf('judge', judged(1, { cost: 0.25, calls: 3 }));
  const other = judgeOf('other', judged(2, { cost: 0.5 }));
  const exact: CaseEvaluator = { score: () => judged(0) };
  const context = contextOf([exact, judge.evaluator, other.evaluator]);
  const [one, two] = [judged(1, { cost: 0.25, calls: 3 }), judged(2, { cost: 0.5 })];
  expect(await scoreCase(ANSWERED, ROW, context)).toEqual({
    scores: [judged(0), one, two],
    newScores: [
      { key: 'judge of HI', result: one },
      { key: 'other of HI', result: two },
    ],
    judging: { calls: 4, cost: 0.75 },
  });
  expect(judge.inputs).toEqual([{ output: 'HI', row: ROW, cost: 0.5, latency: 2 }]);
  expect(context.lookUps).toEqual([['judge of HI'], ['other of HI']]);
});

test('one unknown cost makes the sum unknown', async () => {
  const results = [judged(1, { cost: 0.25 }), judged(2, { cost: null }), judged(3, { cost: 0.25 })];
  const evaluators = results.map((result, index) => judgeOf(`judge ${index}`, result).evaluator);
  expect((await scoreCase(ANSWERED, ROW, contextOf(evaluators))).judging).toEqual({ calls: 3, cost: null });
});

test('a stored score is used and costs nothing, unless it is none', async () => {
  const stored = judged(9, { cost: 1 });
  const { evaluator, inputs } = judgeOf('judge');
  expect(await scoreCase(ANSWERED, ROW, contextOf([evaluator], { 'judge of HI': stored }))).toMatchObject({
    scores: [stored],
    judging: { calls: 0, cost: 0 },
  });
  expect(inputs).toEqual([]);
  const again = judgeOf('judge', judged(1));
  const { scores } = await scoreCase(
    ANSWERED,
    ROW,
    contextOf([again.evaluator], { 'judge of HI': errorResult('No.') }),
  );
  expect(scores).toEqual([judged(1)]);
});

test('two cases with the same answer are judged once, and the first one stores the score', async () => {
  const { evaluator } = judgeOf('judge', judged(1, { cost: 0.25 }));
  const context = contextOf([evaluator]);
  const [first, second] = await Promise.all([1, 2].map(() => scoreCase(ANSWERED, ROW, context)));
  expect([first?.scores, second?.scores]).toEqual([[judged(1, { cost: 0.25 })], [judged(1, { cost: 0.25 })]]);
  expect([first?.newScores.length, second?.newScores.length]).toEqual([1, 0]);
  expect([first?.judging.calls, second?.judging.calls]).toEqual([1, 0]);
});

test('an error is not stored', async () => {
  const { evaluator } = judgeOf('judge', errorResult('No.'));
  expect(await scoreCase(ANSWERED, ROW, contextOf([evaluator]))).toMatchObject({
    scores: [errorResult('No.')],
    newScores: [],
  });
});

test('an answer is judged once every score of a model is stored', async () => {
  const [one, two] = [judgeOf('one').evaluator, judgeOf('two').evaluator];
  const free: CaseEvaluator = { score: () => judged(0) };
  const both = { 'one of HI': judged(1), 'two of HI': judged(2) };
  expect(await isJudged(ANSWERED, ROW, contextOf([free, one, two], both))).toBe(true);
  expect(await isJudged(ANSWERED, ROW, contextOf([free, one, two], { 'one of HI': judged(1) }))).toBe(false);
  expect(await isJudged(ANSWERED, ROW, contextOf([free]))).toBe(true);
});
