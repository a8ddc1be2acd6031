import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { startServer } from '../../../../src/use-cases/serve/start-server.ts';
import { findFreePort } from '../../../helpers/free-ports.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

test('a server that fails to start stops listening', async () => {
  await using folder = await tempFolder();
  // The key cannot be stored, because its folder is a file.
  await writeFile(folder.path('config'), '');
  const port = await findFreePort();
  const [dataDir, configDir] = [folder.path('data'), folder.path('config')];
  const options = { dataDir, configDir, databaseUrl: null, host: '127.0.0.1', projectRoot: null, allowEgress: [] };
  await expect(startServer({ ...options, port })).rejects.toThrow(configDir);
  await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
});
