import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe } from 'vitest';
import { testBackups } from '../../../helpers/suites/backups.ts';

describe('backups of SQLite', () =>
  testBackups(async (dataDir) => {
    await mkdir(dataDir, { recursive: true });
    return { at: join(dataDir, 'wf.db'), dataDir, databaseUrl: null };
  }));
