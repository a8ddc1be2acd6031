import type { ExportedAuditLog } from '../scripts/result-schemas/record-results.ts';
import { hash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Client } from '../../client/create-client.ts';
import {
  type AuditEntry,
  type AuditExport,
  type ChangeFilter,
  isSelected,
  MAX_EXPORTED,
  toAuditLine,
} from '../../contract/audit/audit-entry.ts';
import { hasCode, isWfError, usageError, UserError } from '../../foundation/errors/wf-error.ts';
import { sumOf } from '../../foundation/numbers.ts';
import { describedBy } from '../files/output/output-error.ts';
import { syncHandle } from '../files/output/replace-file.ts';
import { PAGE_SIZE } from '../records/paged-list.ts';
import { resolveAppId } from '../apps/resolve-app.ts';
import { isFullId } from '../../contract/validation/full-id.ts';
import { AUDIT_TAIL } from '../../foundation/sizes.ts';

export interface ExportAuditLogOptions {
  readonly client: Client;
  /** A file that does not exist yet, as typed. */
  readonly file: string;
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** An entry that is committed late changes a part: it is read again. */
const ATTEMPTS = 3;

/**
 * Writes the entries that no export contains, a line of JSON each, and has the service note their hash. Only lines that the
 * service noted stay in the file.
 *
 * @throws {WF_CONFLICT} when the file exists
 * @throws {WF_USAGE} when it is standard output
 * @throws {WF_INVALID_INPUT} when it cannot be created
 */
export async function exportAuditLog(options: ExportAuditLogOptions): Promise<ExportedAuditLog> {
  const { client, signal } = options;
  requireFile(options.file);
  const file = resolve(options.folder, options.file);
  const told = describedBy(file);
  await client.require('exports of the audit log');
  const handle = await told(createFile(file));
  const parts: AuditExport[] = [];
  try {
    for (let isLast = false; !isLast;) {
      signal.throwIfAborted();
      const part = await told(exportPart(client, handle));
      if (part !== null) parts.push(part);
      // The note of an export is itself an entry, for the next export.
      isLast = part === null || part.entries < MAX_EXPORTED;
    }
  } finally {
    await handle.close();
    if (parts.length === 0) await rm(file);
  }
  return { file, entries: sumOf(parts, ({ entries }) => entries), parts };
}

/** What is noted as exported may be deleted, and nobody knows whether a reader of standard output kept it. */
function requireFile(file: string): void {
  if (file !== '-') return;
  throw usageError('The audit log is exported to a new file, not to standard output.', [
    'wf log --export audit-log.jsonl',
  ]);
}

/** Opened for appending: after a part that was taken back, the next one begins where the file ends. */
async function createFile(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'ax', 0o600);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    throw new UserError({
      code: 'WF_CONFLICT',
      message: `${file} exists already, and is not overwritten.`,
      cause: error,
    });
  }
}

async function exportPart(client: Client, handle: FileHandle): Promise<AuditExport | null> {
  const { size } = await handle.stat();
  for (let attempt = 1; ; attempt += 1) {
    const entries = await readUnexported(client);
    const last = entries.at(-1);
    if (last === undefined) return null;
    const text = entries.map(toAuditLine).join('');
    try {
      await handle.appendFile(text);
      // What is noted as exported may be deleted: the lines must survive a crash first.
      await syncHandle(handle);
      const sha256 = hash('sha256', text);
      return await client.exportAuditLog({ body: { last_id: last.id, entries: entries.length, sha256 } });
    } catch (error) {
      await handle.truncate(size);
      if (!(isWfError(error) && error.code === 'WF_CONFLICT') || attempt === ATTEMPTS) throw error;
    }
  }
}

async function readUnexported(client: Client): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  const input = { unexported: 'true', limit: PAGE_SIZE } as const;
  for await (const entry of client.paginate('listAuditEntries', input)) {
    entries.push(entry);
    if (entries.length === MAX_EXPORTED) break;
  }
  return entries;
}

interface ListChangesOptions {
  readonly client: Client;
  /** Only changes of this app (a full id also works for a deleted app); `null`: all changes. */
  readonly app: string | null;
  readonly filter: ChangeFilter;
  /** Number of newest changes; `null`: all. */
  readonly limit: number | null;
}

/** The largest tail that the service answers. */
const MAX_TAIL = AUDIT_TAIL.most;

/** Lists changes from the audit log, oldest first. */
export async function listChanges({ client, app, filter, limit }: ListChangesOptions) {
  await client.require('an audit log');
  const scope = app === null ? {} : { app_id: isFullId(app) ? app : await resolveAppId({ client, app }) };
  const all = () =>
    selectChanges(client.paginate('listAuditEntries', { ...scope, ...filter, limit: PAGE_SIZE }), filter);
  if (limit === null) return { records: all(), hasMore: false };
  const newest = (await readTail(client, { ...scope, ...filter }, limit + 1)) ?? (await keepLast(all(), limit + 1));
  return { records: streamOf(newest.slice(-limit)), hasMore: newest.length > limit };
}

/** Reads the last entries; `null`: the service is older than the filter, or has no tail so long. */
async function readTail(client: Client, filter: ChangeFilter, count: number): Promise<AuditEntry[] | null> {
  if (count > MAX_TAIL) return null;
  const entries = await client.listAuditEntries({ ...filter, tail: count });
  return entries.every((entry) => isSelected(entry, filter)) ? entries : null;
}

/**
 * Selects again what an older service does not select.
 *
 * @yields the entries
 */
async function* selectChanges(entries: AsyncIterable<AuditEntry>, filter: ChangeFilter): AsyncGenerator<AuditEntry> {
  for await (const entry of entries) if (isSelected(entry, filter)) yield entry;
}

async function keepLast(entries: AsyncIterable<AuditEntry>, count: number): Promise<AuditEntry[]> {
  let kept: AuditEntry[] = [];
  for await (const entry of entries) {
    kept.push(entry);
    if (kept.length >= 2 * count) kept = kept.slice(-count);
  }
  return kept.slice(-count);
}

/** @yields the entries */
async function* streamOf(entries: readonly AuditEntry[]): AsyncGenerator<AuditEntry> {
  yield* entries;
}
