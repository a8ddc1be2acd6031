import * as z from 'zod';
import { endpoint, Paging } from '../endpoint/endpoint.ts';
import { AuditEntry, AuditExport, ExportAuditLog } from './audit-entry.ts';

export const auditEndpoints = {
  listAuditEntries: endpoint({
    method: 'GET',
    path: '/audit-log',
    tag: 'audit',
    summary: 'List who changed what, oldest first',
    source: 'wf',
    role: 'author',
    reach: 'its apps',
    query: Paging.extend({
      app_id: z.string().optional(),
      /** Only changes since this time. */
      since: z.iso.datetime({ offset: true }).optional(),
      /** Only entries that no export contains. */
      unexported: z.enum(['true']).optional(),
      /** Only the last entries, up to this number. */
      tail: z.coerce.number().int().min(1).max(1000).optional(),
    }),
    response: z.array(AuditEntry),
    list: true,
  }),
  exportAuditLog: endpoint({
    method: 'POST',
    path: '/audit-log/exports',
    tag: 'audit',
    summary: 'Note that entries of the audit log were exported; only those may be pruned',
    source: 'wf',
    role: 'operator',
    reach: 'all apps',
    body: ExportAuditLog,
    response: AuditExport,
  }),
};
