import * as z from 'zod';
import { endpoint, Paging } from '../endpoint/endpoint.ts';
import { AuditEntry } from './audit-entry.ts';

export const auditEndpoints = {
  listAuditEntries: endpoint({
    method: 'GET',
    path: '/audit-log',
    tag: 'audit',
    summary: 'List who changed what, oldest first',
    source: 'wf',
    role: 'author',
    query: Paging.extend({
      app_id: z.string().optional(),
      /** Only changes since this time. */
      since: z.iso.datetime({ offset: true }).optional(),
      /** Only the last entries, up to this number. */
      tail: z.coerce.number().int().min(1).max(1000).optional(),
    }),
    response: z.array(AuditEntry),
    list: true,
  }),
};
