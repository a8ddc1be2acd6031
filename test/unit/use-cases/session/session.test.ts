import { mkdir, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { expect, test } from 'vitest';
import { writeDevFile } from '../../../../src/project/dev-file.ts';
import { openSession } from '../../../../src/use-cases/session/session.ts';
import { setting, settingsOf } from '../../../helpers/run-with-client.ts';
import { closedPort, startHttpServer } from '../../../helpers/start-http-server.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

/** A server that is healthy, and the keys that it got. */
async function startService(isHealthy = true) {
  const seen: string[] = [];
  const server = await startHttpServer((request, response) => {
    seen.push(`${request.url} ${request.headers.authorization ?? 'nobody'}`);
    response.setHeader('content-type', 'application/json');
    response.statusCode = request.url === '/health' && !isHealthy ? 503 : 200;
    response.end(request.url === '/health' ? '{"status":"ok"}' : '[]');
  });
  return Object.assign(server, { seen });
}

test('a session with an address talks to it with the key of the settings', async () => {
  await using server = await startService();
  const credential = { key: 'secret', form: 'apikey' } as const;
  const requests: unknown[] = [];
  const session = await openSession(settingsOf({ baseUrl: setting(server.url), credential }), {
    onRequest: (event) => requests.push(event),
  });
  try {
    expect([session.mode, session.url]).toEqual(['remote', server.url]);
    expect(await session.client.listApps({})).toEqual([]);
    expect(server.seen).toEqual([expect.stringMatching(/apps.* ApiKey secret$/)]);
    expect(requests).toHaveLength(1);
  } finally {
    await session.close();
  }
});

test('without an address, the running wf dev of the folder answers, with its key', async () => {
  await using server = await startService();
  await using folder = await tempFolder();
  await writeDevFile(folder.root, { url: server.url, pid: process.pid, started_at: '2026-11-20T11:00:00Z' });
  await writeFile(folder.path('key'), 'local\n', { mode: 0o600 });
  const session = await openSession(settingsOf({ baseUrl: setting(null), dataDir: folder.root }), {});
  try {
    expect([session.mode, session.url]).toEqual(['remote', server.url]);
    await session.client.listApps({});
    expect(server.seen).toEqual(['/health nobody', expect.stringMatching(/apps.* ApiKey local$/)]);
  } finally {
    await session.close();
  }
});

test.each([
  ['does not answer', false, true],
  ['is not healthy', true, true],
  ['has no key', true, false],
])('a wf dev that %s is left aside for the embedded service', async (reason, isThere, hasKey) => {
  await using server = await startService(reason !== 'is not healthy');
  await using folder = await tempFolder();
  await mkdir(folder.path('data'));
  const url = isThere ? server.url : `http://127.0.0.1:${await closedPort()}`;
  await writeDevFile(folder.path('data'), { url, pid: process.pid, started_at: '2026-11-20T11:00:00Z' });
  if (hasKey) await writeFile(folder.path('data', 'key'), 'local\n', { mode: 0o600 });
  const session = await openSession(settingsOf({ baseUrl: setting(null), dataDir: folder.path('data') }), {});
  try {
    expect([session.mode, session.url]).toEqual(['embedded', null]);
    expect(await session.client.listApps({})).toEqual([]);
    expect(await session.client.getProfile({})).toMatchObject({ username: userInfo().username, role: 'operator' });
  } finally {
    await session.close();
  }
});
