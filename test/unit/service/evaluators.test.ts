import { describeOnSqlite } from '../../helpers/describe-on-sqlite.ts';
import { testEvaluators } from '../../helpers/suites/evaluators.ts';

describeOnSqlite('evaluators', testEvaluators);
