import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openStore } from '../../../../src/service/store/open-store.ts';
import { MOVES_TABLE, requireWhole } from '../../../../src/service/store/unfinished-move.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

test('a database that a move has not filled yet is refused until the move has finished', async () => {
  await using folder = await tempFolder();
  await using store = await openStore({ file: folder.path('wf.db') });
  await expect(requireWhole(store.db, 'sqlite', 'wf.db')).resolves.toBeUndefined();
  await sql`create table ${sql.table(MOVES_TABLE)} (table_name text)`.execute(store.db);
  await expect(requireWhole(store.db, 'sqlite', 'wf.db')).rejects.toMatchObject({
    code: 'WF_DATABASE',
    message: 'wf.db is incomplete: a wf move into it has not finished.',
    nextSteps: ['Run the same wf move again: it continues where it stopped', 'Or start with an empty database'],
  });
  await sql`drop table ${sql.table(MOVES_TABLE)}`.execute(store.db);
  await expect(requireWhole(store.db, 'sqlite', 'wf.db')).resolves.toBeUndefined();
});
