import { auditEndpoints } from '../../contract/audit/audit-entry.ts';
import { serveEndpoints } from '../operation/operation.ts';
import { exportAuditLog, listAuditEntries } from './operations.ts';

/** The endpoints of the audit log, with what each does. One without an operation does not compile. */
export const audit = serveEndpoints(auditEndpoints, {
  listAuditEntries,
  exportAuditLog,
});
