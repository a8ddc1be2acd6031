import { afterAll, describe, inject } from 'vitest';
import { createDatabase } from '../helpers/postgres.ts';
import { testRotations } from '../helpers/suites/rotations.ts';

describe('rotations of the sealing key on PostgreSQL', () => {
  const stack = new AsyncDisposableStack();
  afterAll(() => stack.disposeAsync());
  testRotations(async (dataDir) => {
    const { url } = stack.use(await createDatabase(inject('postgresUrl')));
    return { at: url, dataDir, databaseUrl: url };
  });
});
