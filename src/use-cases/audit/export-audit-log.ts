import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import type { Client, ExtendedClient } from '../../client/create-client.ts';
import { toAuditLine } from '../../contract/audit/audit-line.ts';
import { type AuditEntry, type AuditExport, MOST_EXPORTED } from '../../contract/audit/audit-entry.ts';
import { isWfError, UserError } from '../../errors/wf-error.ts';
import { PAGE_SIZE } from '../records/paged-list.ts';
import { requireExtensions } from '../session/require-extensions.ts';

export interface ExportAuditLogOptions {
  readonly client: Client;
  /** A file that does not exist yet. */
  readonly file: string;
  readonly signal: AbortSignal;
}

/** What was exported: one part per 5,000 entries, each with the hash of its lines. */
export interface ExportedAuditLog {
  readonly file: string;
  readonly entries: number;
  readonly parts: AuditExport[];
}

/** An entry that is committed late changes a part: it is read again. */
const ATTEMPTS = 3;

/**
 * Writes the entries that no export contains, a line of JSON each, and has the service note their hash. Only lines that the
 * service noted stay in the file.
 *
 * @throws {WF_CONFLICT} when the file exists
 */
export async function exportAuditLog({ client, file, signal }: ExportAuditLogOptions): Promise<ExportedAuditLog> {
  const extended = await requireExtensions(client, 'exports of the audit log');
  const handle = await createFile(file);
  const parts: AuditExport[] = [];
  try {
    for (let isLast = false; !isLast;) {
      signal.throwIfAborted();
      const part = await exportPart(extended, handle);
      if (part !== null) parts.push(part);
      // The note of an export is itself an entry, for the next export.
      isLast = part === null || part.entries < MOST_EXPORTED;
    }
  } finally {
    await handle.close();
    if (parts.length === 0) await rm(file);
  }
  return { file, entries: parts.reduce((sum, { entries }) => sum + entries, 0), parts };
}

async function createFile(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    throw new UserError({
      code: 'WF_CONFLICT',
      message: `${file} exists already, and is not overwritten.`,
      cause: error,
    });
  }
}

async function exportPart(client: ExtendedClient, handle: FileHandle): Promise<AuditExport | null> {
  const { size } = await handle.stat();
  for (let attempt = 1; ; attempt += 1) {
    const entries = await readUnexported(client);
    const last = entries.at(-1);
    if (last === undefined) return null;
    const text = entries.map(toAuditLine).join('');
    try {
      await handle.write(text, size);
      // What is noted as exported may be deleted: the lines must survive a crash first.
      await handle.sync();
      const sha256 = createHash('sha256').update(text).digest('hex');
      return await client.exportAuditLog({ body: { last_id: last.id, entries: entries.length, sha256 } });
    } catch (error) {
      await handle.truncate(size);
      if (!(isWfError(error) && error.code === 'WF_CONFLICT') || attempt === ATTEMPTS) throw error;
    }
  }
}

async function readUnexported(client: ExtendedClient): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  const input = { unexported: 'true', limit: PAGE_SIZE } as const;
  for await (const entry of client.paginate('listAuditEntries', input)) {
    entries.push(entry);
    if (entries.length === MOST_EXPORTED) break;
  }
  return entries;
}
