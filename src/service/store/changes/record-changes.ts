import { sql } from 'kysely';
import type { Store } from '../open-store.ts';
import type { Db } from '../schema.ts';

/** A record that a commit changed. */
export interface RecordChange {
  readonly app_id: string | null;
  readonly kind: string;
  readonly record_id: string | null;
}

/** More are told as one: that anything may have changed. */
export const TOLD_CHANGES = 1000;

/**
 * Creates the function that reads what was changed by commits since its last call, in any process; `null`: more than is
 * told, or unknown, as at the first call.
 */
export function createChangeReader({
  dialect,
  reads,
}: Pick<Store, 'dialect' | 'reads'>): () => Promise<RecordChange[] | null> {
  return dialect === 'sqlite' ? readNumbered(reads) : readBySnapshot(reads);
}

function readNumbered(db: Db) {
  let seen: number | null = null;
  return async (): Promise<RecordChange[] | null> => {
    const before = seen;
    const { rows } = await sql<RecordChange & { readonly id: number }>`
      select id, app_id, kind, record_id from record_changes
      where id >= ${before ?? 0} order by id desc limit ${TOLD_CHANGES + 1}`.execute(db);
    seen = rows[0]?.id ?? 0;
    const oldest = rows.at(-1)?.id ?? 0;
    // Later ones were deleted meanwhile, or are too many, when the last one seen is not among them.
    if (before === null || oldest !== before) return before === 0 && rows.length <= TOLD_CHANGES ? rows : null;
    return rows.slice(0, -1);
  };
}

interface Snapshot {
  readonly snapshot: string;
  /** When the server started: another server has other transactions. */
  readonly server: string;
}

/** Changes are deleted after an hour: who has not read for half of that may have missed some. */
const KNOWN_MS = 1_800_000;

/** Asks for what the last snapshot did not see: a transaction may become visible after later ones. */
function readBySnapshot(db: Db) {
  let seen: (Snapshot & { readonly at: number }) | null = null;
  return async (): Promise<RecordChange[] | null> => {
    const before = seen;
    const snapshot = before?.snapshot ?? null;
    const at = Date.now();
    const { rows } = await sql<Snapshot & { [K in keyof RecordChange]: RecordChange[K] | null }>`
      select pg_current_snapshot()::text as snapshot, pg_postmaster_start_time()::text as server,
        changed.app_id, changed.kind, changed.record_id
      from (select 1) as once left join (
        select app_id, kind, record_id from record_changes
        where xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
          and not pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot)
        limit ${TOLD_CHANGES + 1}
      ) as changed on true`.execute(db);
    const [first] = rows;
    seen = first === undefined ? null : { snapshot: first.snapshot, server: first.server, at };
    if (before === null || first?.server !== before.server || at - before.at > KNOWN_MS) return null;
    if (rows.length > TOLD_CHANGES) return null;
    return rows.flatMap(({ app_id, kind, record_id }) => (kind === null ? [] : [{ app_id, kind, record_id }]));
  };
}
