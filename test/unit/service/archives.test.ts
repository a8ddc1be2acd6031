import { describe } from 'vitest';
import { describeOnSqlite } from '../../helpers/describe-on-sqlite.ts';
import { testExportedApp, testImports } from '../../helpers/suites/archives.ts';

describe('an app from SQLite to SQLite', () =>
  testExportedApp(
    () => 'sqlite',
    () => 'sqlite',
  ));
describeOnSqlite('imports', testImports);
