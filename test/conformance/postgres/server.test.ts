import { sql } from 'kysely';
import { describe, expect, inject, test } from 'vitest';
import { openStore } from '../../../src/service/store/open-store.ts';
import { createMigratedDatabase } from '../../helpers/postgres.ts';

describe('a PostgreSQL server', () => {
  test('without the database is named', async () => {
    const url = new URL(inject('postgresUrl'));
    url.pathname = '/nowhere';
    await expect(openStore({ url: url.href })).rejects.toMatchObject({
      code: 'WF_DATABASE',
      message: `The database at ${url.host}/nowhere does not exist.`,
    });
  });

  test('that ends our connections is reconnected', async () => {
    await using database = await createMigratedDatabase(inject('postgresUrl'));
    await using store = await openStore({ url: database.url });
    await using other = await openStore({ url: database.url });
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()
      and datname = current_database()`.execute(other.db);
    // The pool may hand out a dead connection once more: each loss is explained, then it works again.
    const outcomes: unknown[] = [];
    while (outcomes.length < 5 && !Array.isArray(outcomes.at(-1))) {
      const query = store.db.selectFrom('projects').select('name').execute();
      outcomes.push(await query.catch((error: unknown) => store.explain(error)));
    }
    expect(outcomes.pop()).toEqual([{ name: 'default' }]);
    expect(outcomes).toEqual(outcomes.map(() => expect.objectContaining({ code: 'WF_DATABASE' })));
  });
});
