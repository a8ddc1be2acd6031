import { expect, test } from 'vitest';
import { requireOwnQueue } from '../../../../../src/service/jobs/workers/require-own-queue.ts';
import { recordingPostgres, type RecordedAnswer } from '../../../../helpers/recording-postgres.ts';

const check = (...rows: object[]) => {
  const answers = rows.map((row): RecordedAnswer => ({ rows: [row] }));
  return requireOwnQueue(recordingPostgres(answers).db, 'wf_jobs', 30);
};

test.each([
  ['no tables', [{ tables: 0, isQueue: false }]],
  ['an older queue', [{ tables: 1, isQueue: true }, { version: 29 }]],
  ['this queue', [{ tables: 1, isQueue: true }, { version: 30 }]],
  ['a queue that was not finished', [{ tables: 1, isQueue: true }]],
])('%s may be there', async (_, rows) => {
  await expect(check(...rows)).resolves.toBeUndefined();
});

test('tables of others are refused', async () => {
  await expect(check({ tables: 1, isQueue: false })).rejects.toMatchObject({
    code: 'WF_DATABASE',
    message: 'The schema wf_jobs of the database contains tables that do not belong to the worker queue.',
    nextSteps: ['Rename that schema, or use a database of its own for wf: --database-url URL'],
  });
});

test('a newer queue is refused', async () => {
  await expect(check({ tables: 1, isQueue: true }, { version: 31 })).rejects.toMatchObject({
    code: 'WF_DATABASE',
    message: 'The worker queue in the database is from a newer wf: its version is 31, and this wf knows 30.',
    nextSteps: ['Update wf here to the version of the other replicas and workers.'],
  });
});
