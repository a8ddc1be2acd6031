import { expect, test } from 'vitest';
import type { EvaluationProgress } from '../../../../src/contract/evaluations/evaluation-progress.ts';
import { describeWatchEvent, progressLine } from '../../../../src/ui/evaluations/describe-watch-event.ts';

const RUNNING: EvaluationProgress = {
  type: 'evaluation-progress',
  evaluation_id: 'e',
  variant: 'formal',
  status: { type: 'status', value: 'EVALUATION_STARTED' },
  is_taken: true,
  rows: 10,
  done: 4,
  errors: 0,
  calls: 4,
  cost: 0.5,
  latency: 0.25,
};

test.each<[Partial<EvaluationProgress>, string]>([
  [{}, 'formal: 4 of 10 rows, $0.5 spent, 250 ms a call'],
  [{ errors: 2, cost: null, latency: null }, 'formal: 4 of 10 rows, 2 with errors'],
  [{ judge_calls: 8, judge_cost: 0.02 }, 'formal: 4 of 10 rows, $0.5 spent, 8 judge calls for $0.02, 250 ms a call'],
  [
    { judge_calls: 1, judge_cost: null },
    'formal: 4 of 10 rows, $0.5 spent, 1 judge call of unknown cost, 250 ms a call',
  ],
  [{ is_taken: false }, 'formal: 4 of 10 rows, no process is running it, $0.5 spent, 250 ms a call'],
  // An evaluation that has not started or has ended needs no process.
  [
    {
      is_taken: false,
      status: { type: 'status', value: 'EVALUATION_INITIALIZED' },
      done: 0,
      cost: null,
      latency: null,
    },
    'formal: 0 of 10 rows',
  ],
  [
    { is_taken: false, status: { type: 'status', value: 'EVALUATION_FINISHED' }, cost: null, latency: null, done: 10 },
    'formal: 10 of 10 rows',
  ],
])('an evaluation with %j is described as %s', (progress, line) => {
  expect(progressLine({ ...RUNNING, ...progress })).toBe(line);
});

test('a log has a line per tenth, and one if no process runs it anymore', () => {
  const describe = describeWatchEvent();
  const lines = [{}, {}, { is_taken: false }, { is_taken: false }, { done: 5 }].map((progress) => {
    return describe({ ...RUNNING, ...progress })?.split(',')[1] ?? null;
  });
  expect(lines).toEqual([' $0.5 spent', null, ' no process is running it', null, ' $0.5 spent']);
});
