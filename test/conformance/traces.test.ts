import { testTraces } from '../helpers/suites/traces.ts';
import { describeOnPostgres } from './describe-on-postgres.ts';

describeOnPostgres('spans of requests', testTraces);
