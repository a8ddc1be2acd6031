import { describeOnSqlite } from '../../helpers/describe-on-sqlite.ts';
import { testApps } from '../../helpers/suites/apps.ts';

describeOnSqlite('apps', testApps);
