import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import {
  type ConnectionLimits,
  toConnectionLimits,
  toGroup,
  type WaitLimits,
} from '../../../src/http/connection-limits.ts';
import { type Caller, type HttpServer, serveHttp, type ServeHttpOptions } from '../../../src/http/serve-http.ts';

const LIMITS: ConnectionLimits = { total: 2, perAddress: null, exempt: [], kept: 1, requestsPerKey: 1 };
/** Longer than a busy machine takes from a connection to its first bytes, which a limit must not overtake. */
const ARRIVAL_MS = 500;
const LONG: WaitLimits = { firstRequestMs: 2 ** 30, bodyMs: 2 ** 30, stalledMs: 2 ** 30, sweepMs: 5 };

interface Given extends Partial<Pick<ServeHttpOptions, 'fetch' | 'isKept' | 'keepAliveMs'>> {
  readonly connections?: Partial<ConnectionLimits>;
  readonly waits?: Partial<WaitLimits>;
}

async function serveLimited({ connections, waits, ...options }: Given = {}): Promise<HttpServer> {
  const fetch = () => new Response('done');
  const limits = { connections: { ...LIMITS, ...connections }, waits: { ...LONG, ...waits } };
  return await serveHttp({ fetch, graceMs: 0, ...options, ...limits });
}

/** A handler whose calls of `/long` take until they are released. */
function createLongCalls() {
  const answer = Promise.withResolvers<void>();
  const waiting: (() => void)[] = [];
  let begun = 0;
  return {
    fetch: async (request: Request) => {
      if (!request.url.endsWith('/long')) return new Response('done');
      begun += 1;
      for (const check of waiting) check();
      await answer.promise;
      return new Response('late');
    },
    release: () => answer.resolve(),
    begun: async (count: number) => {
      await new Promise<void>((resolve) => {
        const check = () => void (begun >= count && resolve());
        waiting.push(check);
        check();
      });
    },
  };
}

/** A connection, and what came over it. */
class Client implements Disposable {
  readonly socket: Socket;
  readonly closed: Promise<unknown>;
  text = '';
  constructor({ port }: HttpServer) {
    this.socket = connect(port ?? 0, '127.0.0.1');
    this.socket.on('error', () => {}).on('data', (bytes) => (this.text += String(bytes)));
    this.closed = new Promise((resolve) => this.socket.once('close', resolve));
  }
  send(path: string, headers = '', method = 'GET'): this {
    this.socket.write(`${method} ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`);
    return this;
  }
  async answer(): Promise<string> {
    while (!this.text.includes('\r\n\r\n')) await once(this.socket, 'data');
    return this.text;
  }
  [Symbol.dispose](): void {
    this.socket.destroy();
  }
}

test('a connection that never sent a request makes room for the next one', async () => {
  await using server = await serveLimited();
  using oldest = new Client(server);
  await once(oldest.socket, 'connect');
  using second = new Client(server);
  await once(second.socket, 'connect');
  using third = new Client(server);
  await oldest.closed;
  expect(await third.send('/').answer()).toContain('200 OK');
  expect(await second.send('/').answer()).toContain('200 OK');
});

test('an idle connection makes room after those without a request', async () => {
  await using server = await serveLimited();
  using idle = new Client(server);
  expect(await idle.send('/').answer()).toContain('200 OK');
  using fresh = new Client(server);
  await once(fresh.socket, 'connect');
  using third = new Client(server);
  await fresh.closed;
  expect(await third.send('/').answer()).toContain('200 OK');
  using fourth = new Client(server);
  await idle.closed;
  expect(await fourth.send('/').answer()).toContain('200 OK');
});

test('when all connections are busy, only requests with a kept place are answered', async () => {
  const calls = createLongCalls();
  const isKept = async (request: Request) => request.headers.get('x-operator') === 'yes';
  await using server = await serveLimited({ fetch: calls.fetch, isKept });
  using first = new Client(server).send('/long');
  using _second = new Client(server).send('/long');
  await calls.begun(2);
  using operator = new Client(server);
  expect(await operator.send('/', 'x-operator: yes\r\n').answer()).toContain('200 OK');
  using beyond = new Client(server);
  expect(await beyond.send('/').answer()).toMatch(/^HTTP\/1.1 503 [^]*retry-after: 1\r\n[^]*All 2 connections/);
  await beyond.closed;
  calls.release();
  expect(await first.answer()).toContain('late');
});

test('what exceeds the kept places too is closed', async () => {
  const calls = createLongCalls();
  await using server = await serveLimited({ fetch: calls.fetch, isKept: () => true });
  using _first = new Client(server).send('/long');
  using _second = new Client(server).send('/long');
  await calls.begun(2);
  using _kept = new Client(server).send('/long');
  await calls.begun(3);
  using beyond = new Client(server).send('/health');
  await beyond.closed;
  expect(beyond.text).toBe('');
});

test('one address has its own limit, unless it connects for many', async () => {
  const connections = { total: 8, perAddress: 1 };
  for (const [exempt, status] of [[[], '429 Too Many Requests'] as const, [['local'], '200 OK'] as const]) {
    const calls = createLongCalls();
    await using server = await serveLimited({ fetch: calls.fetch, connections: { ...connections, exempt } });
    using _busy = new Client(server).send('/long');
    await calls.begun(1);
    using second = new Client(server);
    expect(await second.send('/').answer()).toContain(status);
  }
});

test('a connection without a request is closed in time', async () => {
  await using server = await serveLimited({ waits: { firstRequestMs: ARRIVAL_MS } });
  using silent = new Client(server);
  await silent.closed;
  using halting = new Client(server);
  halting.socket.write('GET / HTTP/1.1\r\n');
  expect(await halting.answer()).toMatch(/^HTTP\/1.1 408 [^]*did not arrive in time/);
  await halting.closed;
});

test('a body that stands still is refused, and its handler ends', async () => {
  const ended = Promise.withResolvers<unknown>();
  const fetch = async (request: Request) => {
    await request.arrayBuffer().catch(ended.resolve);
    return new Response('done');
  };
  await using server = await serveLimited({ fetch, waits: { bodyMs: 50 } });
  using slow = new Client(server).send('/', 'content-length: 1000\r\n', 'POST');
  slow.socket.write('{');
  expect(await slow.answer()).toMatch(/^HTTP\/1.1 408 [^]*at least 4 KiB per second/);
  await ended.promise;
});

test('who does not take an answer is left, and a long call is not', async () => {
  const release = Promise.withResolvers<Response>();
  const left = Promise.withResolvers<void>();
  const fetch = async (request: Request, { onEnd }: Caller) => {
    if (request.url.endsWith('/long')) return await release.promise;
    onEnd(left.resolve);
    return new Response('x'.repeat(16 * 1024 * 1024));
  };
  await using server = await serveLimited({ fetch, waits: { stalledMs: ARRIVAL_MS } });
  using long = new Client(server).send('/long');
  using unread = new Client(server);
  unread.socket.pause();
  unread.send('/');
  await left.promise;
  release.resolve(new Response('done'));
  expect(await long.answer()).toContain('200 OK');
});

test.for([
  [1024, 512, 128, 32],
  [1_000_000, 2048, 512, 128],
  [Number.POSITIVE_INFINITY, 2048, 512, 128],
  [20, 16, 4, 1],
])('%d open files allow %d connections, %d per address, and %d kept', ([files = 0, total, perAddress, kept]) => {
  expect(toConnectionLimits(files)).toMatchObject({ total, perAddress, kept });
});

test.for([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:127.0.0.1', 'local'],
  ['127.8.0.1', 'local'],
  ['::1', 'local'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
])('the address %s belongs to %s', ([address = '', group]) => {
  expect(toGroup(address)).toBe(group);
});
