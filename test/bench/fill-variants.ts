import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';

/** A database of either kind, filled while its service runs. */
export interface FilledDatabase {
  fill(this: void, statement: string): Promise<void>;
  close(this: void): Promise<void>;
}

/** Number of variants and revisions that an app gets in addition to its own. */
export interface VariantSizes {
  readonly variants: number;
  /** Half of them are of the app's first variant, the others are spread over the new ones. */
  readonly revisions: number;
}

export function fillSqlite(file: string): FilledDatabase {
  const database = new DatabaseSync(file, { timeout: 60_000 });
  return { fill: async (statement) => database.exec(statement), close: async () => database.close() };
}

export async function fillPostgres(url: string): Promise<FilledDatabase> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return { fill: async (statement) => void (await client.query(statement)), close: async () => await client.end() };
}

/** Adds variants and revisions, by statements that both databases take. */
export async function addVariants(
  { fill }: FilledDatabase,
  appId: string,
  { variants, revisions }: VariantSizes,
): Promise<void> {
  const half = Math.floor(revisions / 2);
  const each = Math.max(1, Math.floor(half / variants));
  const numbers = (count: number) =>
    `with recursive number (n) as (select 0 union all select n + 1 from number where n < ${count - 1})`;
  const first = `(select min(id) from variants where app_id = '${appId}' and name = 'default')`;
  // A database may be filled more than once.
  const name = `filled-${variants}`;
  const next = `(select max(revision) + 1 from variant_revisions where variant_id = ${first})`;
  const columns = '(id, variant_id, revision, parameters, modified_by, created_at)';
  // The newest first: each newer one would update its variant's row, half a million times in one transaction.
  const rest = `'{}', 'bench', '2026-01-01T00:00:00.000Z' from number order by n desc`;
  await fill(`${numbers(variants)}
    insert into variants (id, app_id, base_id, name, config_name, created_at, updated_at, modified_by_id)
      select '${name}-' || n, '${appId}', (select base_id from variants where id = ${first}), '${name}-' || n,
        '${name}-' || n, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', 'bench' from number`);
  await fill(`${numbers(variants * each)}
    insert into variant_revisions ${columns}
      select '${name}-' || n, '${name}-' || (n / ${each}), n % ${each} + 1, ${rest}`);
  if (half > 0) {
    await fill(`${numbers(half)}
      insert into variant_revisions ${columns} select '${name}-own-' || n, ${first}, ${next} + n, ${rest}`);
  }
}
