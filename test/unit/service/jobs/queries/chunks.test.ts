import { expect, test } from 'vitest';
import {
  deleteWaitingChunks,
  findQueueVersion,
  listOpenChunks,
  readQueueTables,
} from '../../../../../src/service/jobs/queries/chunks.ts';
import { recordingPostgres } from '../../../../helpers/recording-postgres.ts';

test('a chunk that is being run is told from those that wait', async () => {
  const rows = [
    { from: 0, to: 9, state: 'active' },
    { from: 10, to: 19, state: 'retry' },
    { from: 20, to: 29, state: 'created' },
  ];
  const { db, statements } = recordingPostgres([{ rows }]);
  expect(await listOpenChunks(db, 'e')).toEqual([
    { from: 0, to: 9, isRunning: true },
    { from: 10, to: 19, isRunning: false },
    { from: 20, to: 29, isRunning: false },
  ]);
  expect(statements.map(([, ...values]) => values)).toEqual([['chunks', 'e']]);
});

test('only waiting chunks of one evaluation are deleted', async () => {
  const { db, statements } = recordingPostgres();
  await deleteWaitingChunks(db, 'e');
  expect(statements).toEqual([
    [
      `delete from "wf_jobs"."job" where name = $1 and state in ('created', 'retry') and data ->> 'evaluationId' = $2`,
      'chunks',
      'e',
    ],
  ]);
});

test('an empty schema holds no queue', async () => {
  const { db, statements } = recordingPostgres([{ rows: [{ tables: 3, isQueue: true }] }, {}]);
  expect(await readQueueTables(db, 'own')).toEqual({ tables: 3, isQueue: true });
  expect(await readQueueTables(db, 'own')).toEqual({ tables: 0, isQueue: false });
  expect(statements.map(([, ...values]) => values)).toEqual([
    ['own.version', 'own'],
    ['own.version', 'own'],
  ]);
});

test('the version is read from the schema, if there is one', async () => {
  const { db, statements } = recordingPostgres([{ rows: [{ version: 24 }] }, {}]);
  expect([await findQueueVersion(db, 'own'), await findQueueVersion(db, 'own')]).toEqual([24, null]);
  expect(statements[0]).toEqual(['select version::integer as version from "own"."version"']);
});
