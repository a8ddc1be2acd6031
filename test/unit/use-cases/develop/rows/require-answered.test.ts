import { expect, test } from 'vitest';
import { requireAnswered } from '../../../../../src/use-cases/develop/rows/require-answered.ts';
import type { TrialAnswer } from '../../../../../src/use-cases/develop/rows/trial.ts';

const answer = (message: string | null): TrialAnswer => ({
  data: null,
  error: message === null ? null : { message },
  cost: null,
  latency: null,
  scores: {},
});
const trialOf = (answers: readonly TrialAnswer[]) => ({
  route: '/a',
  configurations: [],
  rows: [{ row: 4, inputs: {}, expected: {}, is_same: null, answers: [...answers] }],
});

test('the first failure is named, with its row', () => {
  expect(() => requireAnswered(trialOf([answer(null), answer('late'), answer('gone')]))).toThrow(
    expect.objectContaining({ code: 'WF_ROUTE_FAILED', message: '2 of 3 answers failed. Row 4: late' }),
  );
  expect(() => requireAnswered(trialOf([answer('late')]))).toThrow('1 of 1 answer failed. Row 4: late');
  expect(() => requireAnswered(trialOf([answer(null)]))).not.toThrow();
});
