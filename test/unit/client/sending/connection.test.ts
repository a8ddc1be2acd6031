import { describe, expect, test } from 'vitest';
import { createClient } from '../../../../src/client/create-client.ts';
import type { RequestEvent } from '../../../../src/client/sending/send-once.ts';
import { httpTransport } from '../../../../src/client/transport/http-transport.ts';
import { type FakeClock, fakeClock } from '../../../helpers/fake-clock.ts';
import { closedPort, startHttpServer } from '../../../helpers/start-http-server.ts';

interface Reply {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

const OK: Reply = { status: 200, body: '[]' };
const CREATED: Reply = { status: 200, body: '{"app_id": "a", "app_name": "x"}' };
const TIMEOUT_MS = 1_000_000;

/** Answers each request with the next reply, and records the requests. */
async function startScript(replies: readonly Reply[]) {
  const asked: { readonly method: string | undefined; readonly url: string | undefined; readonly key: unknown }[] = [];
  const server = await startHttpServer((request, response) => {
    const { status, headers, body } = replies[Math.min(asked.length, replies.length - 1)] ?? OK;
    asked.push({ method: request.method, url: request.url, key: request.headers['idempotency-key'] });
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  return Object.assign(server, { asked });
}

/** A clock on which waits end immediately and time limits never expire. */
const impatientClock = () => fakeClock(TIMEOUT_MS);

const waits = (clock: FakeClock) => clock.timers.filter((ms) => ms < TIMEOUT_MS);

describe('a connection', () => {
  const connect = (baseUrl: string, clock: FakeClock, more: { onRequest?: (event: RequestEvent) => void } = {}) =>
    createClient({
      transport: httpTransport({ env: {} }),
      baseUrl,
      timeoutMs: TIMEOUT_MS,
      _internal: { clock, random: () => 0.5 },
      ...more,
    });

  test.each([408, 425, 429, 500, 502, 503, 504, 529])(
    'retries a GET after %i with increasing delays',
    async (status) => {
      await using server = await startScript([{ status }, { status }, OK]);
      const clock = impatientClock();
      await using client = connect(server.url, clock);
      expect(await client.listApps()).toEqual([]);
      expect([server.asked.length, waits(clock)]).toEqual([3, [300, 600]]);
    },
  );

  test('returns the last response after two retries', async () => {
    await using server = await startScript([{ status: 503, body: '{"detail": "warming up"}' }]);
    await using client = connect(server.url, impatientClock());
    await expect(client.listApps()).rejects.toMatchObject({
      code: 'WF_UNREACHABLE',
      status: 503,
      message: `${server.url} answered GET /apps with 503: warming up.`,
    });
    expect(server.asked).toHaveLength(3);
  });

  test.each([400, 401, 403, 404, 409, 422, 501])('does not repeat what was answered with %i', async (status) => {
    await using server = await startScript([{ status }]);
    await using client = connect(server.url, impatientClock());
    await expect(client.listApps()).rejects.toMatchObject({ status });
    expect(server.asked.filter(({ url }) => url === '/apps')).toHaveLength(1);
  });

  test.each([
    ['seconds', '3', [3050]],
    ['an HTTP date', 'Fri, 20 Nov 2026 12:00:07 GMT', [7050]],
    ['neither', 'soon', [300]],
  ])('honours Retry-After: %s', async (_kind, value, expected) => {
    await using server = await startScript([{ status: 429, headers: { 'retry-after': value } }, OK]);
    const clock = impatientClock();
    await using client = connect(server.url, clock);
    await client.listApps();
    expect(waits(clock)).toEqual(expected);
  });

  test('reports a Retry-After of an hour instead of waiting', async () => {
    await using server = await startScript([{ status: 429, headers: { 'retry-after': '3600' } }]);
    await using client = connect(server.url, impatientClock());
    await expect(client.listApps()).rejects.toMatchObject({
      code: 'WF_RATE_LIMITED',
      message: expect.stringContaining('; try again in 3600 s'),
    });
    expect(server.asked).toHaveLength(1);
  });

  test('does not retry a POST that failed at an unknown service', async () => {
    await using server = await startScript([{ status: 502 }, CREATED]);
    await using client = connect(server.url, impatientClock());
    await expect(client.createApp({ body: { app_name: 'x' } })).rejects.toMatchObject({
      status: 502,
      nextSteps: [`wf api GET /health --base-url ${server.url}`],
    });
    expect(server.asked).toHaveLength(1);
  });

  test.each<[string, Reply]>([
    ['429', { status: 429 }],
    ['503 with Retry-After', { status: 503, headers: { 'retry-after': '1' } }],
    ['502 by a service that honours keys', { status: 502, headers: { 'wf-version': '1' } }],
  ])('retries a POST with the same key after %s', async (_kind, reply) => {
    await using server = await startScript([reply, CREATED]);
    await using client = connect(server.url, impatientClock());
    await client.createApp({ body: { app_name: 'x' } });
    expect(server.asked).toHaveLength(2);
    expect(server.asked[1]?.key).toBe(server.asked[0]?.key);
  });

  test('remembers that a service honours idempotency keys', async () => {
    const known = { ...OK, headers: { 'wf-version': '1' } };
    await using server = await startScript([known, { status: 504 }, CREATED]);
    await using client = connect(server.url, impatientClock());
    await client.listApps();
    await client.createApp({ body: { app_name: 'x' } });
    expect(server.asked.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST']);
  });

  test('does not retry a POST outside the table', async () => {
    const known = { ...OK, headers: { 'wf-version': '1' } };
    await using server = await startScript([known, { status: 502 }]);
    await using client = connect(server.url, impatientClock());
    await client.listApps();
    await expect(client.request({ method: 'POST', path: '/services/a/b/run', body: {} })).rejects.toThrow('502');
    expect(server.asked).toHaveLength(2);
  });

  test('retries a POST when nothing listens, since nothing was sent', async () => {
    const events: RequestEvent[] = [];
    await using client = connect(`http://127.0.0.1:${await closedPort()}`, impatientClock(), {
      onRequest: (event) => events.push(event),
    });
    await expect(client.createApp({ body: { app_name: 'x' } })).rejects.toThrow('(tried 3 times)');
    expect(events.map(({ attempt, failure, status }) => [attempt, failure, status])).toEqual([
      [1, 'refused', null],
      [2, 'refused', null],
      [3, 'refused', null],
    ]);
  });

  test.each([301, 302, 303, 307, 308])('follows a %i of a GET within the origin, with its key', async (status) => {
    await using server = await startScript([{ status, headers: { location: '/api/apps/?x=1' } }, OK]);
    await using client = connect(server.url, impatientClock());
    expect(await client.listApps()).toEqual([]);
    expect(server.asked[1]?.url).toBe('/api/apps/?x=1');
  });

  test('sends nothing to another origin', async () => {
    await using other = await startScript([OK]);
    await using server = await startScript([{ status: 302, headers: { location: `${other.url}/apps` } }]);
    await using client = connect(server.url, impatientClock());
    await expect(client.listApps()).rejects.toMatchObject({
      code: 'WF_UNEXPECTED_ANSWER',
      status: 302,
      message: `${server.url} answers GET /apps with 302: it redirects to another origin, ${other.url}; the key is not sent there.`,
      nextSteps: [`If that is the right service: wf config set base_url ${other.url}`, 'wf config list'],
    });
    expect(other.asked).toEqual([]);
  });

  test('does not send a write twice for a redirect', async () => {
    await using server = await startScript([{ status: 308, headers: { location: '/apps/' } }]);
    await using client = connect(server.url, impatientClock());
    await expect(client.createApp({ body: { app_name: 'x' } })).rejects.toThrow(
      'with 308: it redirects a write to /apps/; wf does not send a write twice.',
    );
    expect(server.asked).toHaveLength(1);
  });

  test('follows five redirects, and no sixth', async () => {
    const hop = { status: 302, headers: { location: '/apps' } };
    await using server = await startScript([hop, hop, hop, hop, hop, OK]);
    await using client = connect(server.url, impatientClock());
    expect(await client.listApps()).toEqual([]);
    await using circular = await startScript([hop]);
    await using lost = connect(circular.url, impatientClock());
    await expect(lost.listApps()).rejects.toThrow('with 302: it redirects more than 5 times.');
    expect(circular.asked).toHaveLength(6);
  });

  test.each([
    ['http://[', 'it redirects to "http://[", which is not an address.'],
    [undefined, 'status 302'],
  ])('rejects a redirect to %s', async (location, said) => {
    const headers = location === undefined ? {} : { location };
    await using server = await startScript([{ status: 302, headers }]);
    await using client = connect(server.url, impatientClock());
    await expect(client.listApps()).rejects.toMatchObject({
      code: 'WF_UNEXPECTED_ANSWER',
      message: expect.stringContaining(said),
    });
  });

  test('stops waiting for a retry when it is interrupted', async () => {
    await using server = await startScript([{ status: 503 }]);
    const controller = new AbortController();
    const clock = fakeClock();
    await using client = connect(server.url, clock, { onRequest: () => setImmediate(() => controller.abort()) });
    await expect(client.listApps({}, { signal: controller.signal })).rejects.toMatchObject({
      code: 'WF_INTERRUPTED',
      exitCode: 130,
    });
    expect(server.asked).toHaveLength(1);
  });

  test('sends nothing when it is interrupted beforehand', async () => {
    await using server = await startScript([OK]);
    await using client = connect(server.url, impatientClock());
    await expect(client.listApps({}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'WF_INTERRUPTED',
    });
  });
});
