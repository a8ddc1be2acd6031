import { describeOnSqlite } from '../../helpers/describe-on-sqlite.ts';
import { testEnvironments } from '../../helpers/suites/environments.ts';
import { testConfigurations } from '../../helpers/suites/configurations.ts';
import { testVariables } from '../../helpers/suites/variables.ts';
import { testRollbackHistories } from '../../helpers/suites/rollback-histories.ts';

describeOnSqlite('environments', testEnvironments);
describeOnSqlite('configurations', testConfigurations);
describeOnSqlite('variables', testVariables);
describeOnSqlite('roll-back', testRollbackHistories);
