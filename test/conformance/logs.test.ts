import { testLogs } from '../helpers/suites/logs.ts';
import { describeOnPostgres } from './describe-on-postgres.ts';

describeOnPostgres('logs', testLogs);
