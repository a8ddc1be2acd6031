import { testAuditLog } from '../helpers/suites/audit-log.ts';
import { describeOnPostgres } from './describe-on-postgres.ts';

describeOnPostgres('the audit log', testAuditLog);
