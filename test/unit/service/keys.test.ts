import { describeOnSqlite } from '../../helpers/describe-on-sqlite.ts';
import { testKeys } from '../../helpers/suites/keys.ts';

describeOnSqlite('keys', testKeys);
