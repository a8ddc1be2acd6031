import { expect, test } from 'vitest';
import type { EvaluationProgress } from '../../../../src/contract/evaluations/evaluation-progress.ts';
import { describeWatchEvent, progressLine } from '../../../../src/ui/evaluations/describe-watch-event.ts';
import { createLogFormatter } from '../../../../src/ui/layout/text/format-value.ts';
import {
  describeBuildEvent,
  describeDeployEvent,
  describeEvaluationEvent,
  describeHumanEvaluationEvent,
} from '../../../../src/ui/live/describe-event.ts';

test.each([
  [{ type: 'bundle-start', entry: 'src/workflow.ts' }, 'Bundling src/workflow.ts'],
  [{ type: 'bundle-end', sha256: 'ab', size: 1536, gzip_size: 512 }, 'Bundled: 1.5 KB, 512 B gzipped'],
  [{ type: 'packages-install', packages: ['sharp 0.34.0', 'zod 4.0.0'] }, 'Installing sharp 0.34.0, zod 4.0.0'],
  [{ type: 'routes-read', routes: ['/', '/explain'] }, 'Read 2 routes: /, /explain'],
] as const)('a build, and a deploy, reports %j', (event, line) => {
  expect([describeBuildEvent(event), describeDeployEvent(event)]).toEqual([line, line]);
});

const check = (breaks: object[], migrated: object[]) => ({
  type: 'configurations-check',
  compatibility: { breaks, migrated },
});

test.each([
  [{ type: 'routes-compare', changes: [] }, null],
  [{ type: 'routes-compare', changes: [{}] }, 'Found 1 change in the routes'],
  [check([], []), null],
  [check([], [{}]), 'Found 1 configuration to migrate'],
  [check([{}, {}], []), 'Found 2 stored values that the new code rejects'],
  [check([{}], [{}, {}]), 'Found 2 configurations to migrate and 1 stored value that the new code rejects'],
  [{ type: 'upload-start', size: 5 * 1024 * 1024, parts: 1 }, 'Uploading 5 MB'],
  [{ type: 'upload-start', size: 2048, parts: 3 }, 'Uploading 2 KB in 3 parts'],
  [{ type: 'upload-end' }, 'Uploaded'],
  [{ type: 'upload-skip' }, 'The service already has this bundle'],
  [{ type: 'address-check', url: 'http://wf.example' }, 'Checking health and schemas of http://wf.example'],
])('a deploy reports %j', (event, line) => {
  // Only the fields that the line is made of.
  expect(describeDeployEvent(event as Parameters<typeof describeDeployEvent>[0])).toBe(line);
});

const END = {
  type: 'evaluation-end',
  evaluation_id: 'e1',
  variant: 'formal',
  status: 'EVALUATION_FINISHED',
  error: null,
} as const;

test.each([
  [
    { type: 'testset-store', testset: { id: 't', name: 'cases', revision: 2, created: true } },
    'Stored test set cases@2',
  ],
  [
    { type: 'testset-store', testset: { id: 't', name: 'cases', revision: null, created: true } },
    'Stored test set cases',
  ],
  [
    { type: 'testset-store', testset: { id: 't', name: 'cases', revision: 1, created: false } },
    'Found test set cases@1',
  ],
  [{ type: 'evaluation-start', evaluation_id: 'e1', variant: 'formal', route: null }, 'Evaluating formal (e1)'],
  [{ type: 'evaluation-start', evaluation_id: 'e1', variant: 'formal', route: '/a' }, 'Evaluating formal at /a (e1)'],
  [END, 'formal: ✓ finished'],
  [{ ...END, status: 'EVALUATION_FAILED', error: 'The disk is full.' }, 'formal: ✗ failed: The disk is full.'],
] as const)('an evaluation reports %j', (event, line) => {
  expect(describeEvaluationEvent(event)).toBe(line);
});

test.each([
  [{ type: 'outputs-start', evaluation_id: 'h1' }, 'Generating the outputs to vote on (h1)'],
  [{ type: 'outputs-end', variant: 'formal', status: 'EVALUATION_FINISHED' }, 'formal: ✓ finished'],
] as const)('a human evaluation reports %j', (event, line) => {
  expect(describeHumanEvaluationEvent(event)).toBe(line);
});

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
const statusOf = (value: string) => ({ is_taken: false, cost: null, latency: null, status: { type: 'status', value } });

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
  [statusOf('EVALUATION_INITIALIZED'), 'formal: 4 of 10 rows'],
  [statusOf('EVALUATION_FINISHED'), 'formal: 4 of 10 rows'],
])('the progress %j is described as %s', (progress, line) => {
  expect(progressLine({ ...RUNNING, ...progress })).toBe(line);
});

test('a log has a line per tenth of each evaluation, at its whole number of rows', () => {
  const describe = describeWatchEvent();
  const isShown = (progress: Partial<EvaluationProgress>) => describe({ ...RUNNING, ...progress }) !== null;
  const counts = Array.from({ length: 21 }, (_, done) => done);
  expect(counts.filter((done) => isShown({ rows: 20, done }))).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20]);
  expect(isShown({ rows: 20, done: 20, evaluation_id: 'f' })).toBe(true);
  expect([0, 0].map((rows) => isShown({ rows, done: 0, evaluation_id: 'empty' }))).toEqual([true, false]);
});

test('a log has a line where no process runs an evaluation any more, once, and one for its start and end', () => {
  const describe = describeWatchEvent();
  const lines = [{}, {}, { is_taken: false }, { is_taken: false }, { done: 5 }].map(
    (progress) => describe({ ...RUNNING, ...progress })?.split(', ')[1] ?? null,
  );
  expect(lines).toEqual(['$0.5 spent', null, 'no process is running it', null, '$0.5 spent']);
  expect(describe({ type: 'evaluation-start', evaluation_id: 'e', variant: 'formal', route: null })).toBe(
    'Evaluating formal (e)',
  );
  expect(describe({ ...END, status: 'EVALUATION_FAILED', error: 'No rows.' })).toBe('formal: ✗ failed: No rows.');
});

const LOGGED = { id: '1', created_at: '10:00', stream: 'stdout', text: 'hello' } as const;

test.each([
  ['stdout', '10:00   hello'],
  ['stderr', '10:00 ! hello'],
  ['service', '10:00 * hello'],
] as const)('a logged line of %s has its mark, and no escape sequences', (stream, text) => {
  expect(createLogFormatter()({ ...LOGGED, stream, text: '\u001B[31mhello\u001B[0m' })).toBe(text);
});

test('the request is named where its lines begin', () => {
  const call = { ...LOGGED, request_id: 'r1', variant: 'default', revision: 3, environment: 'production' };
  const other = { ...LOGGED, request_id: '\u001B[31mr2', variant: 'default', revision: null, environment: null };
  expect([call, call, other, LOGGED, call].map(createLogFormatter())).toEqual([
    '10:00   hello (default@3, production, request r1)',
    '10:00   hello',
    '10:00   hello (default, request r2)',
    '10:00   hello',
    '10:00   hello (default@3, production, request r1)',
  ]);
});
