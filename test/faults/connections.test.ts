import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startWfServe } from '../helpers/start-wf-serve.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const FILES = 256;

test('idle connections beyond the limit of open files keep nobody from an answer', async () => {
  await using folder = await tempFolder();
  await using service = await startWfServe(folder.root, [], { maxFiles: FILES });
  const authorization = `ApiKey ${(await readFile(service.keyFile, 'utf8')).trim()}`;
  const made = await fetch(`${service.url}/keys`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'viewer', role: 'viewer' }),
  });
  const viewer = `ApiKey ${String(await made.json())}`;
  const port = Number(new URL(service.url).port);
  const idle = Array.from({ length: FILES + 44 }, () => connect(port, '127.0.0.1').on('error', () => {}));
  await Promise.all(idle.map((socket) => once(socket, 'connect')));
  const ask = async (path: string, key: string) => {
    const headers = { authorization: key, connection: 'close' };
    return (await fetch(`${service.url}${path}`, { headers })).status;
  };
  expect([await ask('/health', ''), await ask('/apps', authorization), await ask('/apps', viewer)]).toEqual([
    200, 200, 200,
  ]);
  for (const socket of idle) socket.destroy();
});
