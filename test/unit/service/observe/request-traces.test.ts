import { describeOnSqlite } from '../../../helpers/describe-on-sqlite.ts';
import { testTraces } from '../../../helpers/suites/traces.ts';

describeOnSqlite('spans of requests', testTraces);
