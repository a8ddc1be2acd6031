import { expect, test } from 'vitest';
import { UserError } from '../../../../../src/errors/wf-error.ts';
import { statusResult } from '../../../../../src/contract/evaluations/evaluation-status.ts';
import type { EvaluationStatus } from '../../../../../src/contract/evaluations/result.ts';
import { createInterleaver } from '../../../../../src/evaluation/engine/interleave-calls.ts';
import { NO_TOOLS } from '../../../../../src/evaluation/judges/evaluator-tools.ts';
import type { EvaluationJob } from '../../../../../src/service/evaluations/evaluation-job.ts';
import type { Hosting } from '../../../../../src/service/hosting/hosting.ts';
import type { EvaluationJobs } from '../../../../../src/service/jobs/evaluation-jobs.ts';
import { createTargetLimits } from '../../../../../src/service/jobs/rows/target-limits.ts';
import { runJob, type SpreadRows } from '../../../../../src/service/jobs/runner/run-job.ts';

const JOB = {
  id: 'e',
  appId: 'a',
  variantName: 'main',
  revision: 1,
  parameters: {},
  deployment: { id: 'd', app_id: 'a', url: null, artifact_sha256: 'sha' },
  testset: 't@1',
  routes: [{ path: '/', name: 'default', config: null, input: null, output: null, defaults: {} }],
  evaluatorCode: null,
  route: null,
  rateLimit: { batch_size: 1, max_retries: 0, retry_delay: 0, delay_between_batches: 0 },
  options: {},
  correctAnswerColumn: null,
  providerKeys: {},
  startedByKey: null,
  evaluatorConfigs: [],
  status: statusResult('EVALUATION_INITIALIZED'),
} as unknown as EvaluationJob; // what is read of it

interface Run {
  readonly job?: Partial<EvaluationJob>;
  readonly jobs?: Partial<EvaluationJobs>;
  readonly spread?: SpreadRows;
  readonly signal?: AbortSignal;
  /** Status and text of the workflow's health. */
  readonly health?: readonly [number, string];
}

/** Runs an evaluation without rows, and returns what was stored of it. */
async function run({ job = {}, jobs = {}, spread = async () => true, health = [200, '{}'], signal }: Run = {}) {
  const stored: unknown[] = [];
  const none = async function* () {};
  const fake = {
    load: async () => ({ ...JOB, ...job }),
    setStatus: async (_: string, status: unknown) => {
      stored.push(status);
      return true;
    },
    isUnfinished: async () => true,
    rows: none,
    finishedScenarios: none,
    readSpent: async () => ({ cost: 0.5, calls: 1, unknown: 0 }),
    finish: async (_: string, end: { readonly status: unknown }) => void stored.push(end.status),
    ...jobs,
  } as unknown as EvaluationJobs; // what is called of it
  const [status, text] = health;
  const hosting = { ask: async () => ({ status, text, retryAfter: null }) } as unknown as Hosting; // what is called of it
  await runJob({
    evaluationId: 'e',
    jobs: fake,
    hosting,
    tools: NO_TOOLS,
    targets: createTargetLimits(),
    interleaver: createInterleaver(),
    spread,
    signal: signal ?? new AbortController().signal,
  });
  return stored;
}

const STARTED = statusResult('EVALUATION_STARTED');

test('an evaluation is started, run and finished', async () => {
  const spread: string[] = [];
  const stored = await run({
    spread: async ({ id }) => {
      spread.push(id);
      return true;
    },
  });
  expect([stored, spread]).toEqual([[STARTED, statusResult('EVALUATION_FINISHED')], ['e']]);
});

test.each(['EVALUATION_FINISHED', 'EVALUATION_CANCELLED'] satisfies EvaluationStatus[])(
  'one with the status %s is left alone',
  async (status) => {
    expect(await run({ job: { status: statusResult(status) } })).toEqual([]);
  },
);

test('one that was cancelled before its start, or by a worker, is left alone', async () => {
  const spread = () => Promise.reject(new Error('It must not run.'));
  expect(await run({ jobs: { setStatus: async () => false }, spread })).toEqual([]);
  expect(await run({ jobs: { isUnfinished: async () => false } })).toEqual([STARTED]);
});

test('a failure is stored with its reason; our own with its stack', async () => {
  const fail = async (error: unknown) => await run({ spread: () => Promise.reject(error) });
  const mistake = new UserError({ code: 'WF_NOT_FOUND', message: 'It is gone.' });
  const failed = (error: object) => [STARTED, { ...statusResult('EVALUATION_FAILED'), error }];
  expect(await fail(mistake)).toEqual(failed({ message: 'It is gone.', stacktrace: null }));
  const bug = new TypeError('x is not a function');
  expect(await fail(bug)).toEqual(failed({ message: 'x is not a function', stacktrace: bug.stack }));
  expect(await fail('no error')).toEqual(failed({ message: 'no error' }));
});

test('a workflow that does not start fails its evaluation', async () => {
  const [, status] = await run({ health: [503, '{"detail":"No key."}'] });
  expect(status).toMatchObject({
    value: 'EVALUATION_FAILED',
    error: { message: 'The workflow is not ready to be called: No key.' },
  });
});

test('a failure of the database server is thrown: another process may continue', async () => {
  const lost = Object.assign(new Error('terminating connection'), { code: '57P01' });
  await expect(run({ spread: () => Promise.reject(lost) })).rejects.toBe(lost);
  await expect(run({ jobs: { finish: () => Promise.reject(lost) } })).rejects.toBe(lost);
});

test('a process that stops leaves the evaluation as it is', async () => {
  const stop = new AbortController();
  const reason = new Error('The server stops.');
  const spread = async () => {
    stop.abort(reason);
    throw new Error('another');
  };
  const stored: unknown[] = [];
  const setStatus = async (_: string, status: unknown) => {
    stored.push(status);
    return true;
  };
  await expect(run({ spread, signal: stop.signal, jobs: { setStatus } })).rejects.toBe(reason);
  expect(stored).toEqual([STARTED]);
});

test('a failure to add up the rows is a status of its own', async () => {
  const finish = () => Promise.reject(new UserError({ code: 'WF_STORAGE', message: 'The disk is full.' }));
  const [, status] = await run({ jobs: { finish } });
  const error = { message: 'The disk is full.', stacktrace: null };
  expect(status).toEqual({ ...statusResult('EVALUATION_AGGREGATION_FAILED'), error });
});

test('a run that reached its time limit is cancelled, with the reason', async () => {
  const spread: SpreadRows = async (_, signal) =>
    await new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  const [, status] = await run({ job: { options: { total_seconds: 0.001 } }, spread });
  const error = { code: 'time_limit', message: 'It stopped at its time limit of 0.001 s.' };
  expect(status).toEqual({ ...statusResult('EVALUATION_CANCELLED'), error });
});

test('evaluations of the same rows are interleaved', async () => {
  const names: string[] = [];
  const interleaver = createInterleaver();
  const join = (rows: string) => {
    names.push(rows);
    return interleaver.join(rows);
  };
  const jobs = {
    load: async () => ({ ...JOB, options: { shard: { index: 1, count: 2 } } }),
    setStatus: async () => true,
    isUnfinished: async () => false,
  } as unknown as EvaluationJobs; // what is called of it
  const hosting = { ask: async () => ({ status: 200, text: '', retryAfter: null }) } as unknown as Hosting; // what is called of it
  const options = { evaluationId: 'e', jobs, hosting, tools: NO_TOOLS, targets: createTargetLimits() };
  const { signal } = new AbortController();
  await runJob({ ...options, interleaver: { join }, spread: async () => true, signal });
  expect(names).toEqual(['["a","t@1",1,{"index":1,"count":2}]']);
});
