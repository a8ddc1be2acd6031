import { sql } from 'kysely';
import type { Database, Db } from '../../src/service/store/schema.ts';

type Value = string | number | Uint8Array | null;

/** Stores rows of which only these columns matter: others are empty, and refer to nothing. SQLite only. */
export async function insertBare(db: Db, table: keyof Database, rows: readonly Record<string, Value>[]): Promise<void> {
  await sql`pragma foreign_keys = off`.execute(db);
  const { rows: columns } = await sql<{ name: string; type: string }>`
    select name, lower(type) as type from pragma_table_info(${table}) where "notnull" = 1 and dflt_value is null`.execute(
    db,
  );
  const empty = Object.fromEntries(columns.map(({ name, type }) => [name, type === 'integer' ? 0 : '']));
  await db.transaction().execute(async (transaction) => {
    for (const row of rows) {
      const all = Object.entries({ ...empty, ...row });
      await sql`insert into ${sql.table(table)} (${sql.join(all.map(([name]) => sql.ref(name)))})
        values (${sql.join(all.map(([, value]) => value))})`.execute(transaction);
    }
  });
  await sql`pragma foreign_keys = on`.execute(db);
}
