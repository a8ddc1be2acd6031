import { describe } from 'vitest';
import { testDeletions } from '../../../helpers/suites/deletions.ts';

describe('a deletion on SQLite', () => testDeletions(() => 'sqlite'));
