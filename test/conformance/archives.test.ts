import { describe, inject } from 'vitest';
import { testExportedApp, testImports } from '../helpers/suites/archives.ts';
import { describeOnPostgres } from './describe-on-postgres.ts';

const postgres = () => ({ adminUrl: inject('postgresUrl') });

describe('an app from SQLite to PostgreSQL', () => testExportedApp(() => 'sqlite', postgres));
describe('an app from PostgreSQL to SQLite', () => testExportedApp(postgres, () => 'sqlite'));
describeOnPostgres('imports', testImports);
