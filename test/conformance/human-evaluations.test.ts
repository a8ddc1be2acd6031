import { testHumanEvaluations } from '../helpers/suites/human-evaluations.ts';
import { describeOnPostgres } from './describe-on-postgres.ts';

describeOnPostgres('human evaluations', testHumanEvaluations);
