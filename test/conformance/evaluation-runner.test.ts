import { describe, inject } from 'vitest';
import { testEvaluationRunner, testEvaluationLeases } from '../helpers/suites/evaluation-runner.ts';

const database = () => ({ adminUrl: inject('postgresUrl') });

describe('evaluations on PostgreSQL', () => testEvaluationRunner(database));
describe('a lease on PostgreSQL', () => testEvaluationLeases(database));
