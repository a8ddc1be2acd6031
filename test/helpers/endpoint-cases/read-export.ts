import { createHash } from 'node:crypto';
import { type ExportAuditLog, toAuditLine } from '../../../src/contract/audit/audit-entry.ts';
import type { World } from '../service-world.ts';

/** Describes the next export of the audit log. */
export async function readExport(call: World['call']): Promise<ExportAuditLog> {
  const entries = await call('listAuditEntries', { unexported: 'true' });
  const sha256 = createHash('sha256').update(entries.map(toAuditLine).join('')).digest('hex');
  return { last_id: entries.at(-1)?.id ?? '', entries: entries.length, sha256 };
}
