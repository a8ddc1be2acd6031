import { testEvaluations } from '../helpers/suites/evaluations.ts';
import { describeOnPostgres } from './describe-on-postgres.ts';

describeOnPostgres('evaluations', testEvaluations);
