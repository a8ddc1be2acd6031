import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openStore } from '../../../src/service/store/open-store.ts';
import { locateEmptyStore } from '../../helpers/start-service.ts';
import { testedDatabase } from '../../helpers/tested-database.ts';

test('entries of an older wf tell their environment as well, and still refuse to be changed', async () => {
  await using stack = new AsyncDisposableStack();
  const place = await locateEmptyStore(testedDatabase(), stack);
  const older = await openStore(place, { isMoving: true, schema: 11 });
  const insert = async (table: string, row: Readonly<Record<string, unknown>>) => {
    const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
    await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(older.db);
  };
  const { id: project_id } = await older.db.selectFrom('projects').select('id').executeTakeFirstOrThrow();
  const at = '2026-11-27T09:00:00Z';
  await insert('apps', { id: 'app', project_id, name: 'support', created_at: at, updated_at: at });
  for (const [position, name] of ['eu', 'eu as revision 2'].entries())
    await insert('environments', { id: name, app_id: 'app', name, position });
  const told = [
    ['environment', 'eu', 'runs tuned@1'],
    ['variable', 'KEY', 'set in eu as revision 12'],
    ['variable', 'KEY', 'unset in eu as revision 2 as revision 3'],
    ['variable', 'KEY', 'set in eu'],
    ['variable', 'KEY', 'set'],
    ['variant', 'eu', 'set in eu'],
  ];
  const by = { created_at: at, request_id: 'r', key_id: 'k', key_name: 'ana', role: 'author', action: 'a' };
  for (const [index, [kind, name, summary]] of told.entries())
    await insert('audit_log', { ...by, id: `${index}`, kind, name, summary, app_id: 'app' });
  await older.close();
  const store = stack.use(await openStore(place));
  const entries = await store.db.selectFrom('audit_log').select('environment').orderBy('id').execute();
  const EU = 'eu';
  expect(entries.map((row) => row.environment)).toEqual([EU, EU, 'eu as revision 2', EU, null, null]);
  for (const changes of [{ environment: 'us' }, { environment: 'us', export_id: 'e' }, { summary: 'x' }])
    await expect(store.db.updateTable('audit_log').set(changes).execute()).rejects.toThrow('The audit log only grows');
  await store.db.updateTable('audit_log').set({ export_id: 'e' }).execute();
});
