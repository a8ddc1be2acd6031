import { testVariables } from '../helpers/suites/variables.ts';
import { describeOnPostgres } from './describe-on-postgres.ts';

describeOnPostgres('variables', testVariables);
