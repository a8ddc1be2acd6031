import type { Client } from '../../client/create-client.ts';
import type { AuditEntry } from '../../contract/audit/audit-entry.ts';
import { resolveAppId } from '../apps/resolve-app.ts';
import { isFullId } from '../../contract/validation/full-id.ts';
import { PAGE_SIZE } from '../records/paged-list.ts';

export interface ReadAuditLogOptions {
  readonly client: Client;
  /** Only changes of this app (a full id also works for a deleted app); `null`: all changes. */
  readonly app: string | null;
  /** RFC 3339 time to start from; `null`: only the last changes. */
  readonly since: string | null;
  /** Number of changes from the end. */
  readonly lines: number;
}

/** Reads the audit log, oldest first. */
export async function readAuditLog({ client, app, since, lines }: ReadAuditLogOptions): Promise<AuditEntry[]> {
  await client.require('an audit log');
  const scope = app === null ? {} : { app_id: isFullId(app) ? app : await resolveAppId({ client, app }) };
  if (since === null) return await client.listAuditEntries({ ...scope, tail: lines });
  const input = { ...scope, since, limit: PAGE_SIZE };
  const entries: AuditEntry[] = [];
  for await (const entry of client.paginate('listAuditEntries', input)) entries.push(entry);
  return entries;
}
