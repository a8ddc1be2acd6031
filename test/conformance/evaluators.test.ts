import { testEvaluators } from '../helpers/suites/evaluators.ts';
import { describeOnPostgres } from './describe-on-postgres.ts';

describeOnPostgres('evaluators', testEvaluators);
