import { testConfigurations } from '../helpers/suites/configurations.ts';
import { describeOnPostgres } from './describe-on-postgres.ts';

describeOnPostgres('configurations', testConfigurations);
