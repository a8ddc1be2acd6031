import { describeOnSqlite } from '../../../helpers/describe-on-sqlite.ts';
import { testSourceConfiguration } from '../../../helpers/suites/source-configuration.ts';

describeOnSqlite('configurations of the sources', testSourceConfiguration);
