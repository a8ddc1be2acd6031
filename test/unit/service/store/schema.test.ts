import { describe } from 'vitest';
import { testColumns } from '../../../helpers/suites/columns.ts';

/** A service without a bucket stores every bundle in the database, and only PostgreSQL has workers that share calls. */
describe('on SQLite', () =>
  testColumns(() => 'sqlite', ['artifacts.location', 'audit_log.export_id', 'evaluation_slots']));
