import { describe } from 'vitest';
import { testEvaluationRunner, testEvaluationLeases } from '../../../helpers/suites/evaluation-runner.ts';

describe('evaluations on SQLite', () => testEvaluationRunner(() => 'sqlite'));
describe('a lease on SQLite', () => testEvaluationLeases(() => 'sqlite'));
