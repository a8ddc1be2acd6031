import { describe } from 'vitest';
import { testCellClaims } from '../../../helpers/suites/cell-claims.ts';

describe('cells on SQLite', () => testCellClaims(() => 'sqlite'));
