import { AuditEntry } from './audit-entry.ts';

/** Writes an entry as a line of an export. Service and client must write the same bytes, whose hash both compute. */
export function toAuditLine(entry: AuditEntry): string {
  return `${JSON.stringify(AuditEntry.parse(entry))}\n`;
}
