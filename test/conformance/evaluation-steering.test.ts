import { describe, inject } from 'vitest';
import { testEvaluationSteering } from '../helpers/suites/evaluation-steering.ts';

const database = () => ({ adminUrl: inject('postgresUrl') });

describe('an evaluation on PostgreSQL', () => testEvaluationSteering(database));
