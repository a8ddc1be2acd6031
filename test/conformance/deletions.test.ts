import { describe, inject } from 'vitest';
import { testDeletions } from '../helpers/suites/deletions.ts';

const database = () => ({ adminUrl: inject('postgresUrl') });

describe('a deletion on PostgreSQL', () => testDeletions(database));
