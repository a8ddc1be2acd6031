import { v7 as newId } from 'uuid';
import type { KeepRule, KeptKind, SetKeep } from '../../../contract/retention/retention.ts';
import type { Db } from '../../store/schema.ts';
import { sql } from 'kysely';
import type { Store } from '../../store/open-store.ts';

/** Reads how long data is kept: the rules of all apps first, then those of these apps. */
export async function readRules(db: Db, appIds: readonly string[] | null): Promise<KeepRule[]> {
  return await db
    .selectFrom('retention_rules')
    .leftJoin('apps', 'apps.id', 'retention_rules.app_id')
    .select(['retention_rules.app_id', 'apps.name as app_name', 'retention_rules.kind', 'retention_rules.seconds'])
    .where((the) =>
      appIds === null
        ? the.lit(true)
        : the.or([the('app_id', 'is', null), ...appIds.map((id) => the('retention_rules.app_id', '=', id))]),
    )
    .orderBy((of) => of.fn.coalesce('apps.name', of.val('')))
    .orderBy('retention_rules.kind')
    .execute();
}

export async function storeRules(
  db: Db,
  appId: string | null,
  { keep = {}, unset = [] }: Pick<SetKeep, 'keep' | 'unset'>,
): Promise<void> {
  // Keys and values of the parsed record.
  const rules = Object.entries(keep) as [KeptKind, number | null][];
  const kinds = [...rules.map(([kind]) => kind), ...unset];
  if (kinds.length === 0) return;
  await db
    .deleteFrom('retention_rules')
    .where('app_id', appId === null ? 'is' : '=', appId)
    .where('kind', 'in', kinds)
    .execute();
  if (rules.length === 0) return;
  const rows = rules.map(([kind, seconds]) => ({ id: newId(), app_id: appId, kind, seconds }));
  await db.insertInto('retention_rules').values(rows).execute();
}

/** Runs work on one replica at a time. The lock ends with the connection, so a killed replica blocks nobody. */
export async function holdPruneLock(store: Store, work: () => Promise<void>): Promise<void> {
  // Nobody shares a file with another machine.
  if (store.dialect === 'sqlite') return await work();
  await store.passingTransaction(async (db) => {
    const { rows } = await sql<{ is_ours: boolean }>`select pg_try_advisory_xact_lock(7205759410) as is_ours`.execute(
      db,
    );
    if (rows[0]?.is_ours === true) await work();
  });
}
