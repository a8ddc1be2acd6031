import { describeOnSqlite } from '../../helpers/describe-on-sqlite.ts';
import { testDeployments } from '../../helpers/suites/deployments.ts';
import { testCompatibility } from '../../helpers/suites/compatibility.ts';
import { testLogs } from '../../helpers/suites/logs.ts';
import { testRunningCode } from '../../helpers/suites/running-code.ts';

describeOnSqlite('deployments', testDeployments);
describeOnSqlite('compatibility', testCompatibility);
describeOnSqlite('logs', testLogs);
describeOnSqlite('running code', testRunningCode);
