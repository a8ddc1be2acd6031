import { describe, inject } from 'vitest';
import { testHumanOutputs } from '../helpers/suites/human-outputs.ts';

const database = () => ({ adminUrl: inject('postgresUrl') });

describe('outputs to vote on, on PostgreSQL', () => testHumanOutputs(database));
