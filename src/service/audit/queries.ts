import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import type { AuditEntry, ChangeFilter } from '../../contract/audit/audit-entry.ts';
import type { Database, Db } from '../store/schema.ts';
import type { Change } from '../operation/operation.ts';

export interface ChangeAuthor {
  readonly principal: { readonly id: string; readonly name: string; readonly role: string };
  readonly requestId: string;
  /** Name of the endpoint. */
  readonly action: string;
  readonly now: string;
}

/** The author of changes that no request asked for. */
export function authorOf(action: string, now: string): ChangeAuthor {
  return { principal: { id: 'wf', name: 'wf', role: 'operator' }, requestId: 'wf', action, now };
}

export async function appendChanges(db: Db, changes: readonly Change[], author: ChangeAuthor): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map((change): Database['audit_log'] => ({
    id: newId(),
    created_at: author.now,
    request_id: author.requestId,
    key_id: author.principal.id,
    key_name: author.principal.name,
    role: author.principal.role,
    action: author.action,
    kind: change.kind,
    record_id: change.id ?? null,
    name: change.name ?? null,
    app_id: change.appId ?? null,
    before_id: change.before ?? null,
    after_id: change.after ?? null,
    summary: change.summary ?? null,
    environment: change.environment ?? (change.kind === 'environment' ? (change.name ?? null) : null),
    export_id: null,
  }));
  await db.insertInto('audit_log').values(rows).execute();
}

export function toAuditEntry(row: Database['audit_log']): AuditEntry {
  const { id, created_at, request_id, key_name, role, action, kind, name, summary, environment } = row;
  const records = { record: row.record_id, name, app: row.app_id, before: row.before_id, after: row.after_id };
  return { id, created_at, request_id, key_name, role, action, kind, ...records, summary, environment };
}

export interface AuditFilter extends ChangeFilter {
  readonly appId: string | undefined;
  /** Ids of the apps whose entries to read; `null`: all entries. */
  readonly among: readonly string[] | null;
  readonly isUnexported: boolean;
  readonly after: string;
}

export async function readAuditEntries(db: Db, filter: AuditFilter, limit: number): Promise<Database['audit_log'][]> {
  return await selectEntries(db, filter).orderBy('id').limit(limit).execute();
}

export async function readLastAuditEntries(db: Db, filter: AuditFilter, count: number) {
  return (await selectEntries(db, filter).orderBy('id', 'desc').limit(count).execute()).toReversed();
}

/** Reads the newest changes of each app since an instant, newest first, each with the number of all of them. */
export async function readNewestChanges(db: Db, appIds: readonly string[], since: string, most: number) {
  return await db
    .selectFrom((from) =>
      from
        .selectFrom('audit_log')
        .selectAll()
        .select([
          sql<number | string>`count(*) over (partition by app_id)`.as('count'),
          sql<number | string>`row_number() over (partition by app_id order by id desc)`.as('place'),
        ])
        .where('app_id', 'in', appIds)
        .where('created_at', '>=', since)
        .as('changes'),
    )
    .selectAll()
    .where('place', '<=', most)
    .orderBy('id', 'desc')
    .execute();
}

function selectEntries(db: Db, { appId, among, isUnexported, after, ...selected }: AuditFilter) {
  const { since, until, kind, key_name: keyName, environment } = selected;
  return db
    .selectFrom('audit_log')
    .selectAll()
    .where('id', '>', after)
    .$if(isUnexported, (query) => query.where('export_id', 'is', null))
    .where((the) =>
      the.and([
        ...(appId === undefined ? [] : [the('app_id', '=', appId)]),
        ...(among === null ? [] : [the('app_id', 'in', among)]),
        ...(since === undefined ? [] : [the('created_at', '>=', since)]),
        ...(until === undefined ? [] : [the('created_at', '<', until)]),
        ...(kind === undefined ? [] : [the('kind', '=', kind)]),
        ...(keyName === undefined ? [] : [the('key_name', '=', keyName)]),
        ...(environment === undefined ? [] : [the('environment', '=', environment)]),
      ]),
    );
}

export async function markExported(db: Db, exportId: string, lastId: string): Promise<void> {
  await db
    .updateTable('audit_log')
    .set({ export_id: exportId })
    .where('export_id', 'is', null)
    .where('id', '<=', lastId)
    .execute();
}

export async function readExported(db: Db, exportId: string): Promise<Database['audit_log'][]> {
  return await db.selectFrom('audit_log').selectAll().where('export_id', '=', exportId).orderBy('id').execute();
}
