import { expect, test } from 'vitest';
import { summariseTrial } from '../../../../../src/use-cases/develop/rows/summarise-trial.ts';
import type { TrialAnswer, TrialRow } from '../../../../../src/use-cases/develop/rows/trial.ts';

const answer = (more: Partial<TrialAnswer> = {}): TrialAnswer => ({
  data: 'x',
  error: null,
  cost: null,
  latency: null,
  scores: {},
  ...more,
});
const row = (number: number, answers: TrialAnswer[]): TrialRow => ({
  row: number,
  inputs: {},
  expected: {},
  is_same: null,
  answers,
});

test('costs are added, and latencies and scores averaged, for each configuration', () => {
  const rows = [
    row(1, [answer({ cost: 1, latency: 2, scores: { exact: true, near: 0.5 } }), answer()]),
    row(2, [answer({ cost: 2, latency: 4, scores: { exact: false, near: 'no' } }), answer()]),
    row(3, [answer({ error: { message: 'Boom' }, scores: { exact: true, near: null } })]),
  ];
  expect(summariseTrial([{ words: 5 }, {}], rows, ['exact', 'near'])).toEqual([
    { config: { words: 5 }, answered: 2, failed: 1, cost: 3, latency: 3, scores: { exact: 2 / 3, near: 0.5 } },
    { config: {}, answered: 2, failed: 0, cost: null, latency: null, scores: { exact: null, near: null } },
  ]);
});
