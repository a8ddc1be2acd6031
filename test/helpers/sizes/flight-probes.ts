import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'vitest';
import { KEY_BYTES, KEY_REQUESTS, KEY_SESSIONS, REQUEST_BODY } from '../../../src/foundation/sizes.ts';
import { type ConnectionLimits, readDescriptorLimit, toConnectionLimits } from '../../../src/http/connection-limits.ts';
import { type HttpServer, serveHttp } from '../../../src/http/serve-http.ts';
import { createPageSessions } from '../../../src/service/serve/page-sessions.ts';
import { serve } from '../../../src/service/serve/serve.ts';
import type { World } from '../service-world.ts';
import type { Probe, Refused } from './probe.ts';

/** Limits on what callers have at the same time. */
export const FLIGHT_PROBES = {
  CONNECTIONS: async () => ({
    ...(await beyondBusy(LIMITS.total, { perAddress: null })),
    most: LIMITS.total,
  }),
  ADDRESS_CONNECTIONS: async () => {
    const most = LIMITS.perAddress ?? 0;
    return { ...(await beyondBusy(most, { exempt: [] })), most };
  },
  async KEY_REQUESTS(world) {
    const key = world.running.keys.viewer;
    return await beyondHeld(world, [key], Array<number>(KEY_REQUESTS.most).fill(1), key);
  },
  async KEY_BYTES(world) {
    const key = world.running.keys.viewer;
    return await beyondHeld(world, [key], FULL, key);
  },
  async ALL_BYTES(world) {
    const [last = '', ...keys] = await Promise.all([1, 2, 3, 4].map(async () => await makeKey(world)));
    return await beyondHeld(world, keys, FULL, last);
  },
  async KEY_SESSIONS({ running }) {
    const sessions = createPageSessions({ store: running.store, mode: 'serve' });
    const send = async (method: string, cookie: string, body: string | null) =>
      await sessions.fetch(new Request('http://wf.test/session', { method, headers: { cookie }, body }));
    const signIn = async () => {
      const response = await send('POST', '', JSON.stringify({ key: running.keys.viewer }));
      return response?.headers.get('set-cookie')?.split(';')[0] ?? '';
    };
    const first = await signIn();
    for (let count = 1; count < KEY_SESSIONS.most; count += 1) await signIn();
    const isSignedIn = async () => String(await (await send('GET', first, null))?.text());
    expect(await isSignedIn()).toContain('true');
    await signIn();
    expect(await isSignedIn()).toContain('false');
    return { by: 'the', words: `${KEY_SESSIONS.most} sessions` };
  },
} satisfies Record<string, Probe>;

/** Of a server that shares this process's open files with as many clients. */
const LIMITS = toConnectionLimits(readDescriptorLimit() / 2);

/** Opens as many connections with a call under way, and another one. */
async function beyondBusy(count: number, limits: Partial<ConnectionLimits>): Promise<Refused> {
  const begun = Promise.withResolvers<void>();
  let calls = 0;
  await using server = await serveHttp({
    graceMs: 0,
    connections: { ...LIMITS, ...limits },
    fetch: async () => {
      calls += 1;
      if (calls === count) begun.resolve();
      return await new Promise<Response>(() => {});
    },
  });
  const sockets = Array.from({ length: count }, () => send(server, 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'));
  await begun.promise;
  const refused = await readRefusal(send(server, 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'));
  for (const socket of sockets) socket.destroy();
  return refused;
}

/** Bodies that together are all that a key may have. */
const FULL = Array<number>(KEY_BYTES.most / REQUEST_BODY.most).fill(REQUEST_BODY.most);

/** What is shorter is taken from a key that holds nothing, whatever others hold. */
const LONG = '{}'.padEnd(300 * 1024);

/** Announces bodies with some keys, and calls with another one until it is refused. */
async function beyondHeld(world: World, keys: readonly string[], bodies: readonly number[], key: string) {
  await using server = await serve({ service: world.running.service, graceMs: 0 });
  const path = `/services/${world.appId}/${world.variantId}/run`;
  const call = (by: string, bytes: number, body: string) =>
    send(
      server,
      `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: ApiKey ${by}\r\ncontent-length: ${bytes}\r\n\r\n${body}`,
    );
  const sockets = keys.flatMap((by) => bodies.map((bytes) => call(by, bytes, '')));
  let refused: Refused = { by: '', words: '' };
  // The service needs a moment to see them all.
  const ask = async () => {
    refused = await readRefusal(call(key, LONG.length, LONG));
    return refused.by;
  };
  await expect.poll(ask).toMatch(/429|503/);
  for (const socket of sockets) socket.destroy();
  return refused;
}

function send({ port }: HttpServer, text: string): Socket {
  const socket = connect(port ?? 0, '127.0.0.1').on('error', () => {});
  socket.write(text);
  return socket;
}

async function readRefusal(socket: Socket): Promise<Refused> {
  let text = '';
  while (!/\r\n\r\n[^]/.test(text)) text += String((await once(socket, 'data'))[0]);
  socket.destroy();
  return { by: /^HTTP\/1.1 (\d+)/.exec(text)?.[1] ?? '', words: text };
}

async function makeKey({ running, nextName }: World): Promise<string> {
  const made = await running.send('POST', '/keys', { body: { name: nextName(), role: 'viewer' } });
  return (await made.json()) as string; // the key
}
