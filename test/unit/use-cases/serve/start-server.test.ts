import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { startServer, type StartServerOptions } from '../../../../src/use-cases/serve/start-server.ts';
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

test.each([
  'wf.test',
  'ftp://wf.test',
  'https://ann@wf.test',
  'https://:key@wf.test',
  'http://wf.test/?a',
  'http://wf.test#a',
])('the public address %s is refused before anything starts', async (publicUrl) => {
  await expect(startServer({ publicUrl } as StartServerOptions)).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: `--public-url is ${JSON.stringify(publicUrl)}; expected an address as in https://wf.example.com.`,
  });
});
