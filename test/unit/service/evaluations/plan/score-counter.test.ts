import { expect, test } from 'vitest';
import type { EvaluatorConfig } from '../../../../../src/contract/evaluators/evaluator.ts';
import type { CaseEvaluator } from '../../../../../src/evaluation/engine/score-case.ts';
import { createScoreCounter } from '../../../../../src/service/evaluations/plan/score-counter.ts';

const CONFIGS = ['free', 'judge', 'own'].map((id) => ({ id })) as EvaluatorConfig[]; // what is read of them
const keyed: CaseEvaluator['scoreKey'] = ({ output, row, cost, latency }) =>
  JSON.stringify([output, row, cost, latency]);
const EVALUATORS = [
  {},
  { scoreKey: keyed, modelCalls: 2 },
  { scoreKey: keyed },
  { scoreKey: keyed },
] as unknown as CaseEvaluator[]; // what is read of them; the last has no configuration

/** Counts the scores of rows, of which these are stored. */
function openCounter(stored: readonly string[] = []) {
  const asked: (readonly string[])[] = [];
  const counter = createScoreCounter({ evaluators: EVALUATORS }, CONFIGS, async (keys) => {
    asked.push(keys);
    return new Map(stored.map((key) => [key, { type: 'bool', value: true } as const]));
  });
  return { counter, asked };
}

const CELL = { hash: 'k', output: { type: 'text', value: 'hi' } as const, cost: 0.5, latency: 1 };

test('the scores of every evaluator that may call a model are counted, once each', async () => {
  const { counter, asked } = openCounter();
  expect(counter.read()).toEqual([
    { config: { id: 'judge' }, modelCalls: 2, scores: 0 },
    { config: { id: 'own' }, modelCalls: 0, scores: 0 },
  ]);
  const [a, b] = [
    { row: { text: 'a' }, key: 'k' },
    { row: { text: 'b' }, key: 'l' },
  ];
  await counter.add([a, a, b], new Map([['k', CELL]]));
  await counter.add([b], new Map());
  expect(counter.read().map(({ scores }) => scores)).toEqual([2, 2]);
  const keys = ['["hi",{"text":"a"},0.5,1]', '[{"unknown":"l"},{"text":"b"},null,null]'];
  expect(asked).toEqual([keys, keys, keys.slice(1), keys.slice(1)]);
});

test('stored scores are not counted', async () => {
  const { counter } = openCounter(['["hi",{"text":"a"},0.5,1]']);
  await counter.add(
    [
      { row: { text: 'a' }, key: 'k' },
      { row: { text: 'b' }, key: 'k' },
    ],
    new Map([['k', CELL]]),
  );
  expect(counter.read().map(({ scores }) => scores)).toEqual([1, 1]);
});
