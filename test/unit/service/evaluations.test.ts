import { describe } from 'vitest';
import { describeOnSqlite } from '../../helpers/describe-on-sqlite.ts';
import { testEvaluations } from '../../helpers/suites/evaluations.ts';
import { testEvaluationSteering } from '../../helpers/suites/evaluation-steering.ts';

describeOnSqlite('evaluations', testEvaluations);
describe('an evaluation on SQLite', () => testEvaluationSteering(() => 'sqlite'));
