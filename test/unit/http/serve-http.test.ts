import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { serveHttp } from '../../../src/http/serve-http.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

test('a handler answers on a free port', async () => {
  await using server = await serveHttp({ fetch: (request) => new Response(new URL(request.url).pathname) });
  const answer = await fetch(`${server.url}/a/b`);
  expect(await answer.text()).toBe('/a/b');
  expect(new URL(server.url).port).toBe(String(server.port));
});

test('a handler answers on a socket path', async () => {
  await using folder = await tempFolder();
  const path = folder.path('s');
  await using server = await serveHttp({ fetch: () => new Response('hello'), path });
  expect([server.url, server.port]).toEqual([path, null]);
  expect(await getOverSocket(path)).toBe('hello');
});

test('a taken port is named in a conflict', async () => {
  await using server = await serveHttp({ fetch: () => new Response('') });
  const second = serveHttp({ fetch: () => new Response(''), port: server.port ?? 0 });
  await expect(second).rejects.toMatchObject({
    code: 'WF_CONFLICT',
    message: `Cannot listen on 127.0.0.1:${server.port}: another program already listens there.`,
    nextSteps: ['Pass another port, or 0 for any free one: --port 0'],
  });
});

// Node reports a missing folder as one that may not be written to.
test('a socket in a folder that does not exist is refused with a reason', async () => {
  await using folder = await tempFolder();
  const path = folder.path('missing', 's');
  await expect(serveHttp({ fetch: () => new Response(''), path })).rejects.toMatchObject({
    code: 'WF_FAILED',
    message: `Cannot listen on ${path}: the system does not allow it.`,
    nextSteps: ['Pass another port, or 0 for any free one: --port 0'],
  });
});

test('another error of the system is passed on', async () => {
  await using folder = await tempFolder();
  const path = folder.path('x'.repeat(200));
  const error = await serveHttp({ fetch: () => new Response(''), path }).catch((reason: unknown) => reason as Error);
  expect(error).toMatchObject({
    code: 'WF_FAILED',
    message: `Cannot listen on ${path}: ${(error as { cause: Error }).cause.message}.`,
    nextSteps: ['Pass another port, or 0 for any free one: --port 0'],
  });
});

test('an unknown address is explained by the address, not the port', async () => {
  // TEST-NET-1 belongs to nobody. @source RFC 5737 §3
  await expect(serveHttp({ fetch: () => new Response(''), host: '192.0.2.1' })).rejects.toMatchObject({
    code: 'WF_FAILED',
    message: 'Cannot listen on 192.0.2.1:0: this machine has no such address.',
    nextSteps: [
      "Pass an address of this machine: --host 127.0.0.1 for this machine's own calls, --host 0.0.0.0 for everybody's",
    ],
  });
});

test("the request's signal fires when the caller disconnects", async () => {
  const left = Promise.withResolvers<boolean>();
  const arrived = Promise.withResolvers<void>();
  await using server = await serveHttp({
    graceMs: 0,
    fetch: (request) => {
      request.signal.addEventListener('abort', () => left.resolve(true));
      arrived.resolve();
      return new Promise<Response>(() => {});
    },
  });
  const controller = new AbortController();
  const call = fetch(server.url, { method: 'POST', body: '{}', signal: controller.signal });
  await arrived.promise;
  controller.abort();
  await expect(call).rejects.toThrow();
  expect(await left.promise).toBe(true);
});

test('close lets a call in flight finish', async () => {
  const arrived = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const server = await serveHttp({
    fetch: async () => {
      arrived.resolve();
      await release.promise;
      return new Response('late');
    },
  });
  const call = fetch(server.url);
  await arrived.promise;
  const closed = server.close();
  release.resolve();
  expect(await (await call).text()).toBe('late');
  await closed;
});

test('close cuts connections after the grace period', async () => {
  const server = await serveHttp({ fetch: () => new Promise<Response>(() => {}), graceMs: 1 });
  const socket = connect(server.port ?? 0, '127.0.0.1');
  socket.on('error', () => {});
  const gone = new Promise((resolve) => socket.once('close', resolve));
  await new Promise<void>((resolve) => socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n', () => resolve()));
  await server.close();
  await gone;
  expect(socket.destroyed).toBe(true);
});

test('closing twice is closing once', async () => {
  const server = await serveHttp({ fetch: () => new Response('') });
  await Promise.all([server.close(), server.close()]);
  await expect(fetch(server.url)).rejects.toThrow(expect.objectContaining({ message: 'fetch failed' }));
});

function getOverSocket(socketPath: string): Promise<string> {
  return new Promise((resolve, reject) => {
    httpRequest({ socketPath, path: '/' }, (answer) => {
      answer.setEncoding('utf8').on('data', resolve);
    })
      .on('error', reject)
      .end();
  });
}

test('close ends spare connections at once', async () => {
  const server = await serveHttp({ fetch: () => new Response(''), graceMs: 2 ** 30 });
  const ahead = connect(server.port ?? 0, '127.0.0.1').resume();
  await once(ahead, 'connect');
  const ended = once(ahead, 'close');
  // Accepted once a later connection was answered.
  await fetch(server.url);
  await server.close();
  await ended;
});

const PART = new Uint8Array(64 * 1024).fill(120);

test.each([
  ['before its first part', 0, async () => {}],
  ['with its last part', 6, async () => {}],
  ['a moment after its last part', 6, async () => await setImmediate()],
])('an answer whose stream fails %s breaks off, whoever reads it', async (_, count, wait) => {
  const told: unknown[] = [];
  vi.spyOn(console, 'error').mockImplementation((error) => void told.push(error));
  const failed = new Error('The model is gone.');
  const stream = () =>
    new ReadableStream<Uint8Array>({
      async start(controller) {
        for (let part = 0; part < count; part += 1) {
          await setTimeout(1);
          controller.enqueue(PART);
        }
        await wait();
        controller.error(failed);
      },
    });
  // As handlers answer: not in the same turn.
  await using server = await serveHttp({ fetch: async () => await setImmediate(new Response(stream())) });
  for (let time = 0; time < 10; time += 1) {
    await expect(fetch(server.url).then(async (answer) => await answer.text())).rejects.toThrow();
  }
  expect(told.filter((error) => error !== failed)).toEqual([]);
});
