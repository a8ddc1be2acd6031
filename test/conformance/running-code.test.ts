import { testRunningCode } from '../helpers/suites/running-code.ts';
import { describeOnPostgres } from './describe-on-postgres.ts';

describeOnPostgres('running code', testRunningCode);
