import { describeOnSqlite } from '../../helpers/describe-on-sqlite.ts';
import { testTestsets } from '../../helpers/suites/testsets.ts';

describeOnSqlite('test sets', testTestsets);
