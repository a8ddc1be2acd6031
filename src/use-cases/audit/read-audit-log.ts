import type { Client } from '../../client/create-client.ts';
import type { AuditEntry } from '../../contract/audit/audit-entry.ts';
import { resolveAppId } from '../apps/resolve-app.ts';
import { isWholeId } from '../records/find-record.ts';

export interface ReadAuditLogOptions {
  readonly client: Client;
  /** Changes of this app only, which may be deleted by now when it is named by its whole id; `null`: all changes. */
  readonly app: string | null;
  /** RFC 3339: every change from then on; `null`: the last ones. */
  readonly since: string | null;
  /** How many of the last changes. */
  readonly lines: number;
}

const PAGE_SIZE = 1000;

/** Reads who changed what, oldest first. */
export async function readAuditLog({ client, app, since, lines }: ReadAuditLogOptions): Promise<AuditEntry[]> {
  const scope = app === null ? {} : { app_id: isWholeId(app) ? app : await resolveAppId({ client, app }) };
  if (since === null) return await client.listAuditEntries({ ...scope, tail: lines });
  const input = { ...scope, since, limit: PAGE_SIZE };
  const entries: AuditEntry[] = [];
  for await (const entry of client.paginate('listAuditEntries', input)) entries.push(entry);
  return entries;
}
