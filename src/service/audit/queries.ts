import { v7 as newId } from 'uuid';
import type { AuditEntry } from '../../contract/audit/audit-entry.ts';
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
    export_id: null,
  }));
  await db.insertInto('audit_log').values(rows).execute();
}

export function toAuditEntry(row: Database['audit_log']): AuditEntry {
  const { id, created_at, request_id, key_name, role, action, kind, name, summary } = row;
  const records = { record: row.record_id, name, app: row.app_id, before: row.before_id, after: row.after_id };
  return { id, created_at, request_id, key_name, role, action, kind, ...records, summary };
}

export interface AuditFilter {
  readonly appId: string | undefined;
  /** Ids of the apps whose entries to read; `null`: all entries. */
  readonly among: readonly string[] | null;
  /** RFC 3339, in any time zone. */
  readonly since: string | undefined;
  readonly isUnexported: boolean;
  readonly after: string;
}

export async function readAuditEntries(db: Db, filter: AuditFilter, limit: number): Promise<Database['audit_log'][]> {
  return await selectEntries(db, filter).orderBy('id').limit(limit).execute();
}

export async function readLastAuditEntries(db: Db, filter: AuditFilter, count: number) {
  return (await selectEntries(db, filter).orderBy('id', 'desc').limit(count).execute()).toReversed();
}

function selectEntries(db: Db, { appId, among, since, isUnexported, after }: AuditFilter) {
  return db
    .selectFrom('audit_log')
    .selectAll()
    .where('id', '>', after)
    .where((the) => (appId === undefined ? the.lit(true) : the('app_id', '=', appId)))
    .$if(isUnexported, (query) => query.where('export_id', 'is', null))
    .where((the) => (among === null ? the.lit(true) : the('app_id', 'in', among)))
    .where((the) => (since === undefined ? the.lit(true) : the('created_at', '>=', new Date(since).toISOString())));
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
