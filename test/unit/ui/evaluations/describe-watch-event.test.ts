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

test('a log has a line for the start and the end of an evaluation', () => {
  const describe = describeWatchEvent();
  const end = { type: 'evaluation-end', variant: 'formal', status: 'EVALUATION_FAILED' } as const;
  expect(describe({ type: 'evaluation-start', evaluation_id: 'e', variant: 'formal' })).toBe('Evaluating formal (e)');
  expect(describe({ ...end, error: null })).toBe('formal: ✗ failed');
  expect(describe({ ...end, error: 'No rows.' })).toBe('formal: ✗ failed: No rows.');
});

test('a new tenth begins at its whole number of rows, for each evaluation', () => {
  const describe = describeWatchEvent();
  const isShown = (progress: Partial<EvaluationProgress>) => describe({ ...RUNNING, ...progress }) !== null;
  const counts = Array.from({ length: 21 }, (_, done) => done);
  expect(counts.filter((done) => isShown({ rows: 20, done }))).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20]);
  expect(isShown({ rows: 20, done: 20, evaluation_id: 'f' })).toBe(true);
});

test('an evaluation without rows has one line', () => {
  const describe = describeWatchEvent();
  const lines = [0, 0].map(() => describe({ ...RUNNING, rows: 0, done: 0, cost: null, latency: null }));
  expect(lines).toEqual(['formal: 0 of 0 rows', null]);
});
