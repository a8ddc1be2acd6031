import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { moveData, type MoveDataOptions } from '../../../../src/use-cases/archives/move-data.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

async function move(options: Partial<MoveDataOptions>) {
  await using folder = await tempFolder();
  await writeFile(folder.path('wf.db'), '');
  const moved = moveData({
    dataDir: folder.root,
    databaseUrl: null,
    to: 'sqlite:copy.db',
    folder: folder.root,
    onEvent: () => undefined,
    signal: new AbortController().signal,
    ...options,
  });
  return await moved.catch((error: unknown) => error);
}

test.each(['', 'wf.db', 'mysql://localhost/wf', 'xpostgres://localhost/wf', 'postgres:/wf', 'sqlite:'])(
  'the target %j is refused with examples',
  async (to) => {
    expect(await move({ to })).toMatchObject({
      code: 'WF_USAGE',
      message: '--to takes postgres://user:password@host/database, or sqlite:FILE.',
      nextSteps: [
        'wf move --to postgres://wf@localhost/wf',
        'wf move --database-url postgres://wf@db/wf --to sqlite:wf.db',
      ],
    });
  },
);

test.each([
  ['sqlite:copy.db', null, 'sqlite3 .wf/wf.db ".backup COPY"'],
  ['sqlite://copy.db', null, 'sqlite3 .wf/wf.db ".backup COPY"'],
  ['postgres://a/b', 'postgres://c/d', 'pg_dump SOURCE | psql TARGET'],
  ['postgresql://a/b', 'postgres://c/d', 'pg_dump SOURCE | psql TARGET'],
])('to %s from %j, the tool of the database is better', async (to, databaseUrl, step) => {
  expect(await move({ to, databaseUrl })).toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: 'Source and target are the same kind of database: wf moves between SQLite and PostgreSQL.',
    nextSteps: [step],
  });
});
