import { describe, expect, test } from 'vitest';
import { type PublicClient, type ClientOptions, createClient } from '../../../src/client/create-client.ts';
import { inProcessTransport } from '../../helpers/in-process-transport.ts';
import type { RawRequest } from '../../../src/client/calls/direct-calls.ts';
import type { RequestEvent } from '../../../src/client/sending/send-once.ts';
import { httpTransport } from '../../../src/client/transport/http-transport.ts';
import type { Transport, WireRequest } from '../../../src/client/transport/transport.ts';
import { ENDPOINTS } from '../../../src/contract/endpoints.ts';
import { extended } from '../../helpers/extended.ts';
import { fakeClock } from '../../helpers/fake-clock.ts';
import { readBody, startHttpServer } from '../../helpers/start-http-server.ts';

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

interface Reply {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

interface Fixture extends AsyncDisposable {
  readonly client: PublicClient;
  readonly seen: Seen[];
}

type Options = Partial<Omit<ClientOptions, 'transport' | 'baseUrl'>> & { readonly prefix?: string };
type Start = (reply: Reply, options?: Options) => Promise<Fixture>;

function bytesOf({ body }: Reply): Uint8Array {
  if (body instanceof Uint8Array) return body;
  return Buffer.from(typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body));
}

const overSocket: Start = async (reply, { prefix = '', ...options } = {}) => {
  const seen: Seen[] = [];
  const server = await startHttpServer(async (request, response) => {
    const { method, url, headers } = request;
    seen.push({ method, url, headers, body: await readBody(request) });
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
    response.end(bytesOf(reply));
  });
  const client = createClient({
    transport: httpTransport({ env: {} }),
    baseUrl: server.url + prefix,
    retries: 0,
    ...options,
  });
  const dispose = async () => {
    await client.close();
    await server[Symbol.asyncDispose]();
  };
  return { client, seen, [Symbol.asyncDispose]: dispose };
};

const inProcess: Start = async (reply, { prefix = '', ...options } = {}) => {
  const seen: Seen[] = [];
  const transport = inProcessTransport(async (request) => {
    const { pathname, search } = new URL(request.url);
    const body = await request.text();
    seen.push({ method: request.method, url: pathname + search, headers: Object.fromEntries(request.headers), body });
    const { status = 200, headers } = reply;
    const text = status === 204 || status === 304 || request.method === 'HEAD' ? null : bytesOf(reply);
    return new Response(text as unknown as string | null, {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    });
  });
  const client = createClient({ transport, baseUrl: `http://embedded.invalid${prefix}`, retries: 0, ...options });
  return { client, seen, [Symbol.asyncDispose]: () => client.close() };
};

const APP = { app_id: 'a1', app_name: 'support' };
const OURS = { 'wf-version': '1' };

describe.each<[string, Start]>([
  ['undici', overSocket],
  ['in process', inProcess],
])('a client over %s', (_, start) => {
  test('puts path parameters into the path and the rest into the query, below the prefix', async () => {
    await using fixture = await start({ body: [] }, { prefix: '/api/', isExtended: true });
    await fixture.client.listAppVariants({ app_id: 'a b/ü', limit: 5, cursor: 'x&y' });
    expect(fixture.seen[0]).toMatchObject({
      method: 'GET',
      url: '/api/apps/a%20b%2F%C3%BC/variants?limit=5&cursor=x%26y',
    });
  });

  test('sends a body as JSON, with an idempotency key', async () => {
    await using fixture = await start({ body: APP });
    await fixture.client.createApp({ body: { app_name: 'grüße' } });
    const request = fixture.seen[0];
    expect(request).toMatchObject({ method: 'POST', body: '{"app_name":"grüße"}' });
    expect(request?.headers['content-type']).toBe('application/json');
    expect(request?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('sends the revision and an idempotency key with a conditional change', async () => {
    await using fixture = await start({ body: null, headers: OURS });
    const input = { variant_id: 'v', body: { parameters: {} } };
    const client = await extended(fixture.client);
    await client.updateVariantParameters(input, { ifRevision: 3 });
    await client.updateVariantParameters(input);
    expect(
      fixture.seen.slice(1).map(({ headers }) => [headers['if-match'], typeof headers['idempotency-key']]),
    ).toEqual([
      ['"3"', 'string'],
      [undefined, 'undefined'],
    ]);
  });

  test('sends and receives bytes', async () => {
    const bytes = new Uint8Array([0, 255, 10, 13, 128]);
    await using down = await start({ body: bytes, headers: { ...OURS, 'content-type': 'application/octet-stream' } });
    expect(new Uint8Array(await (await extended(down.client)).getArtifact({ sha256: 'x' }))).toEqual(bytes);
    await using up = await start({ body: { sha256: 'x', size: 5, created_at: 't' }, headers: OURS });
    await (await extended(up.client)).putArtifact({ sha256: 'x', body: new TextEncoder().encode('bundle') });
    expect(up.seen[1]).toMatchObject({ method: 'PUT', body: 'bundle' });
    expect(up.seen[1]?.headers['content-type']).toBe('application/octet-stream');
  });

  test('sends HEAD and reads its errors', async () => {
    await using there = await start({ status: 200, headers: OURS });
    expect(await (await extended(there.client)).headArtifact({ sha256: 'x' })).toBeUndefined();
    await using gone = await start({ status: 404, headers: OURS });
    await expect((await extended(gone.client)).headArtifact({ sha256: 'x' })).rejects.toMatchObject({
      code: 'WF_UNSUPPORTED',
      status: 404,
    });
  });

  test('reports each request without its key and the secrets of its query', async () => {
    const events: RequestEvent[] = [];
    await using fixture = await start(
      { body: [], headers: { 'x-request-id': 'r7' } },
      { credential: { key: 'secret.1' }, onRequest: (event) => events.push(event) },
    );
    const query = {
      api_key: 'hidden',
      TOKEN: 'hidden',
      clientSecret: ['hidden', 'hidden'],
      password: 'hidden',
      credentials: 'hidden',
      a: 'x',
    };
    await fixture.client.request({ method: 'GET', path: '/apps', query });
    expect(fixture.seen[0]?.url).toContain('api_key=hidden');
    expect(events).toEqual([
      {
        method: 'GET',
        url: expect.stringMatching(
          /\/apps\?api_key=\*\*\*&TOKEN=\*\*\*&clientSecret=\*\*\*&password=\*\*\*&credentials=\*\*\*&a=x$/,
        ),
        status: 200,
        durationMs: expect.any(Number),
        attempt: 1,
        requestId: 'r7',
        failure: null,
      },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/secret\.1|hidden/);
  });
});

describe('extensions', () => {
  test.each([200, 404])('are there once an answer of status %i had the header, without a request', async (status) => {
    await using fixture = await overSocket({ status, body: [], headers: OURS });
    await fixture.client.request({ method: 'GET', path: '/apps', acceptErrors: true });
    const ours = await fixture.client.extensions();
    expect(await ours?.extensions()).toBe(ours);
    expect(fixture.seen.map(({ url }) => url)).toEqual(['/apps']);
  });

  test('are missing once a success had no such header, without another request', async () => {
    await using fixture = await overSocket({ body: [] });
    await fixture.client.listApps();
    expect(await fixture.client.extensions()).toBeNull();
    expect(fixture.seen).toHaveLength(1);
  });

  test.each([200, 401, 404, 500])('are asked for once if nothing is known: status %i decides', async (status) => {
    await using fixture = await overSocket({ status, body: { status: 'ok' } });
    expect([await fixture.client.extensions(), await fixture.client.extensions()]).toEqual([null, null]);
    expect(fixture.seen.map(({ method, url }) => [method, url])).toEqual([['GET', '/health']]);
  });

  test.each([
    [429, 'WF_RATE_LIMITED'],
    [502, 'WF_UNREACHABLE'],
    [503, 'WF_UNREACHABLE'],
    [504, 'WF_TIMEOUT'],
  ])("a proxy's failure %i tells nothing", async (status, code) => {
    await using fixture = await overSocket({ status, body: 'no backend' });
    await expect(fixture.client.extensions()).rejects.toMatchObject({ code, status });
  });

  test('a web page is no success, so the base URL may still be wrong', async () => {
    await using fixture = await overSocket({ status: 200, body: '<html>', headers: { 'content-type': 'text/html' } });
    await expect(fixture.client.listApps()).rejects.toMatchObject({ code: 'WF_UNEXPECTED_ANSWER' });
    await fixture.client.extensions();
    expect(fixture.seen).toHaveLength(2);
  });
});

describe('the key of a client', () => {
  test.each([
    [undefined, { authorization: 'ApiKey k!~1' }],
    ['apikey', { authorization: 'ApiKey k!~1' }],
    ['bearer', { authorization: 'Bearer k!~1' }],
    ['raw', { authorization: 'k!~1' }],
    ['header:X-Api-Key', { 'x-api-key': 'k!~1' }],
    ['cookie:sAccessToken', { cookie: 'sAccessToken=k!~1' }],
  ] as const)('is sent as %s', async (form, headers) => {
    const credential = { key: 'k!~1', ...(form !== undefined && { form }) };
    await using fixture = await inProcess({ body: [] }, { credential });
    await fixture.client.listApps();
    expect(fixture.seen[0]?.headers).toMatchObject(headers);
  });
});

describe('a request outside of the table', () => {
  const ask = async (request: Partial<RawRequest>, reply: Reply = { body: { detail: 'No.' } }) => {
    await using fixture = await inProcess(reply);
    const answer = await fixture.client.request({ method: 'POST', path: '/apps', ...request });
    return { answer, sent: fixture.seen[0] };
  };

  test.each<[unknown, string | undefined, string]>([
    [undefined, undefined, ''],
    ['{"a":1', 'application/json', '{"a":1'],
    [{ a: 1 }, 'application/json', '{"a":1}'],
    [new Uint8Array([55]), 'application/octet-stream', '7'],
  ])('sends the body %j as %s', async (body, type, text) => {
    const { sent } = await ask({ body, query: { limit: 2 } });
    expect([sent?.url, sent?.headers['content-type'], sent?.body]).toEqual(['/apps?limit=2', type, text]);
  });

  test('replaces a header by that of the caller, in any case', async () => {
    const { sent } = await ask({ body: 'a,b', headers: { 'Content-Type': 'text/csv', 'X-One': 'Two' } });
    expect(sent?.headers).toMatchObject({ 'content-type': 'text/csv', 'x-one': 'Two' });
  });

  test('returns the bytes with the id of the request', async () => {
    const { answer } = await ask({}, { body: 'text', headers: { 'x-request-id': 'r-1' } });
    expect([answer.requestId, Buffer.from(answer.bytes).toString()]).toEqual(['r-1', 'text']);
  });

  test.each([200, 204, 299, 304])('returns an answer of status %i', async (status) => {
    expect((await ask({}, { status, headers: { location: '/x' } })).answer.status).toBe(status);
  });

  test.each([300, 305, 400, 500])('throws an answer of status %i, unless the caller accepts it', async (status) => {
    await expect(ask({}, { status })).rejects.toMatchObject({ name: 'ServiceError', status });
    expect((await ask({ acceptErrors: true }, { status })).answer.status).toBe(status);
  });
});

describe('a client', () => {
  const transport = inProcessTransport(async () => Response.json(null));

  test('has a method for every endpoint of the table', () => {
    const client = createClient({ transport, baseUrl: 'http://h' });
    expect(Object.keys(ENDPOINTS).filter((name) => typeof client[name as keyof typeof client] !== 'function')).toEqual(
      [],
    );
  });

  test('has a time limit, two retries and headers of its own', async () => {
    const clock = fakeClock(1000);
    const seen: WireRequest[] = [];
    const busy: Transport = async (request) => {
      seen.push(request);
      return { status: 503, headers: {}, body: (async function* () {})() };
    };
    const client = createClient({ transport: busy, baseUrl: 'http://h', _internal: { clock, random: () => 0.5 } });
    await expect(client.listApps()).rejects.toMatchObject({ status: 503 });
    expect(clock.timers).toEqual([30_000, 300, 30_000, 600, 30_000]);
    expect(seen.map(({ headers }) => headers)).toEqual(
      Array.from({ length: 3 }, () => ({ accept: 'application/json', 'user-agent': 'wf', 'wf-version': '1' })),
    );
  });

  test.each([
    [{ baseUrl: 'ftp://host' }, 'The base URL "ftp://host" is not an http or https address.'],
    ...['', 'a b', 'a\nb', 'ä', 'a\u007f'].map((key) => [
      { baseUrl: 'http://h', credential: { key } },
      'The key was not sent: it contains a space, a line break or a character that is not allowed in an HTTP header.',
    ]),
  ] as [{ baseUrl: string }, string][])('is refused with %o', (options, message) => {
    expect(() => createClient({ transport, ...options })).toThrow(
      expect.objectContaining({ code: 'WF_INVALID_INPUT', message }),
    );
  });
});
