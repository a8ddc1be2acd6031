import { mkdir, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { describe, expect, test } from 'vitest';
import type { WireRequest } from '../../../../src/client/transport/transport.ts';
import { UserError } from '../../../../src/foundation/errors/wf-error.ts';
import { writeDevFile } from '../../../../src/project/dev-file.ts';
import {
  embeddedTransport,
  type EmbeddedTransportOptions,
} from '../../../../src/use-cases/session/embedded-transport.ts';
import { openSession } from '../../../../src/use-cases/session/session.ts';
import { setting, settingsOf } from '../../../helpers/settings-of.ts';
import { closedPort, startHttpServer } from '../../../helpers/start-http-server.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

/** A server that is healthy, and the keys that it got. */
async function startService(isHealthy = true) {
  const seen: string[] = [];
  const server = await startHttpServer((request, response) => {
    seen.push(`${request.url} ${request.headers.authorization ?? 'nobody'}`);
    response.setHeader('content-type', 'application/json');
    response.setHeader('wf-version', '1');
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

describe('the embedded service', () => {
  type Answer = EmbeddedTransportOptions['answer'];

  async function send(answer: Answer, change: Partial<WireRequest> = {}, failure?: unknown) {
    const transport = embeddedTransport({ answer, failureOf: (id) => (id === 'req-1' ? failure : undefined) });
    const { body, ...response } = await transport({
      method: 'POST',
      url: new URL('http://embedded.wf.invalid/apps?a=1'),
      headers: { accept: 'application/json' },
      body: '{"a":1}',
      signal: new AbortController().signal,
      ...change,
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return { ...response, chunks: chunks.map((chunk) => Buffer.from(chunk).toString()) };
  }

  const answering =
    (body: unknown, headers: Record<string, string> = {}): Answer =>
    async () =>
      ({ kind: 'plain', answer: { status: 200, headers, body } }) as Awaited<ReturnType<Answer>>;

  test('an answer for browsers arrives, too', async () => {
    const web = (body: string | null) =>
      send(async () => ({ kind: 'web', response: new Response(body, { status: 202 }) }) as never);
    expect(await web('ok')).toMatchObject({ status: 202, chunks: ['ok'] });
    expect(await web(null)).toMatchObject({ status: 202, headers: {}, chunks: [] });
  });

  test('the error behind a failed request is thrown, as its log would be out of reach', async () => {
    const full = new UserError({ code: 'WF_DATABASE', message: 'The disk is full.' });
    const failed = answering('{}', { 'x-request-id': 'req-1' });
    await expect(send(failed, {}, full)).rejects.toBe(full);
    expect(await send(failed, {}, new Error('other'))).toMatchObject({ status: 200 });
    expect(await send(answering('{}'), {}, full)).toMatchObject({ status: 200 });
    await expect(send(() => Promise.reject(full))).rejects.toBe(full);
    await expect(send(() => Promise.reject(new Error('oops')))).rejects.toMatchObject({
      code: 'WF_BUG',
      message: expect.stringContaining('The embedded service failed.') as string,
    });
  });
});
