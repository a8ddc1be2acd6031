import { describeOnSqlite } from '../../helpers/describe-on-sqlite.ts';
import { testAuditLog } from '../../helpers/suites/audit-log.ts';

describeOnSqlite('the audit log', testAuditLog);
