import { describe, inject } from 'vitest';
import { testCellClaims } from '../helpers/suites/cell-claims.ts';

const database = () => ({ adminUrl: inject('postgresUrl') });

describe('cells on PostgreSQL', () => testCellClaims(database));
