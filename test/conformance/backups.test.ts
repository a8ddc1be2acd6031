import { afterAll, describe, inject } from 'vitest';
import { createDatabase } from '../helpers/postgres.ts';
import { testBackups } from '../helpers/suites/backups.ts';

describe('backups of PostgreSQL', () => {
  const stack = new AsyncDisposableStack();
  afterAll(() => stack.disposeAsync());
  testBackups(async (dataDir) => {
    const { url } = stack.use(await createDatabase(inject('postgresUrl')));
    return { at: url, dataDir, databaseUrl: url };
  });
});
