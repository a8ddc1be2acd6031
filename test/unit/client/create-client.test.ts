import { describe, expect, test } from 'vitest';
import { type Client, type ClientOptions, createClient } from '../../../src/client/create-client.ts';
import { inProcessTransport } from '../../../src/client/transport/in-process-transport.ts';
import type { RequestEvent } from '../../../src/client/sending/request-event.ts';
import { undiciTransport } from '../../../src/client/transport/undici-transport.ts';
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
  readonly client: Client;
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
    transport: undiciTransport({ env: {} }),
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
    const text = status === 204 || request.method === 'HEAD' ? null : bytesOf(reply);
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
    await using fixture = await start({ body: [] }, { prefix: '/api/' });
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

  test('sends no idempotency key with a DELETE', async () => {
    await using fixture = await start({ body: null });
    await fixture.client.deleteApp({ app_id: 'a1' });
    expect(fixture.seen[0]?.headers['idempotency-key']).toBeUndefined();
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

  test('drops unknown fields', async () => {
    await using fixture = await start({ body: [{ ...APP, tomorrow: 1 }] });
    expect(await fixture.client.listApps()).toEqual([APP]);
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

  test.each([
    ['apikey', { authorization: 'ApiKey k.1' }],
    ['bearer', { authorization: 'Bearer k.1' }],
    ['raw', { authorization: 'k.1' }],
    ['header:X-Api-Key', { 'x-api-key': 'k.1' }],
    ['cookie:sAccessToken', { cookie: 'sAccessToken=k.1' }],
  ] as const)('sends its key as %s', async (form, headers) => {
    await using fixture = await start({ body: [] }, { credential: { key: 'k.1', form } });
    await fixture.client.listApps();
    expect(fixture.seen[0]?.headers).toMatchObject(headers);
  });

  test('names the field of an unexpected response', async () => {
    await using fixture = await start({
      body: { ...evaluation(), status: { value: 1 } },
      headers: { 'x-request-id': 'r1' },
    });
    await expect(fixture.client.getEvaluation({ evaluation_id: 'e' })).rejects.toMatchObject({
      code: 'WF_UNEXPECTED_ANSWER',
      exitCode: 1,
      requestId: 'r1',
      message: expect.stringMatching(
        /^The service did not return an evaluation, at field `status.type`: Field required \(GET http:.*\/evaluations\/e\)\.$/,
      ),
    });
  });

  test.each([
    ['<!doctype html><title>Hi</title>', 'text/html', ': the response is a web page'],
    ['it works', 'text/plain', ': the response is not JSON'],
    ['[{"app_id": "a1"', 'application/json', ': the response is not JSON'],
    ['{"apps": []}', 'application/json', ': Input should be a valid list'],
    ['', 'application/json', ': Input should be a valid list'],
  ])('describes %j instead of a list', async (body, type, said) => {
    await using fixture = await start({ body, headers: { 'content-type': type } });
    await expect(fixture.client.listApps()).rejects.toMatchObject({
      code: 'WF_UNEXPECTED_ANSWER',
      message: expect.stringContaining(`The service did not return a list of apps${said}`),
    });
  });

  test('reports each request without its key', async () => {
    const events: RequestEvent[] = [];
    await using fixture = await start(
      { body: [], headers: { 'x-request-id': 'r7' } },
      { credential: { key: 'secret.1' }, onRequest: (event) => events.push(event) },
    );
    await fixture.client.request({ method: 'GET', path: '/apps', query: { api_key: 'secret.1', app_name: 'x' } });
    expect(events).toEqual([
      {
        method: 'GET',
        url: expect.stringMatching(/\/apps\?api_key=\*\*\*&app_name=x$/),
        status: 200,
        durationMs: expect.any(Number),
        attempt: 1,
        requestId: 'r7',
        failure: null,
      },
    ]);
    expect(JSON.stringify(events)).not.toContain('secret');
  });
});

describe('extensions', () => {
  test('are there once an answer had the header, without another request', async () => {
    await using fixture = await overSocket({ body: [], headers: OURS });
    await fixture.client.listApps();
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

describe('createClient', () => {
  const transport = inProcessTransport(async () => Response.json(null));

  test('has a method for every endpoint of the table', () => {
    const client = createClient({ transport, baseUrl: 'http://h' });
    expect(Object.keys(ENDPOINTS).filter((name) => typeof client[name as keyof Client] !== 'function')).toEqual([]);
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
    expect(clock.timers).toEqual([30_000, 200, 30_000, 400, 30_000]);
    expect(seen.map(({ headers }) => headers)).toEqual(
      Array.from({ length: 3 }, () => ({ accept: 'application/json', 'user-agent': 'wf', 'wf-version': '1' })),
    );
  });

  test.each([
    [{ baseUrl: 'ftp://host' }, 'The base URL "ftp://host" is not an http or https address.'],
    [{ baseUrl: 'http://h', credential: { key: 'a b' } }, 'The key was not sent: it contains a space'],
  ])('refuses %o', (options, message) => {
    expect(() => createClient({ transport, ...options })).toThrow(
      expect.objectContaining({ code: 'WF_INVALID_INPUT', message: expect.stringContaining(message) }),
    );
  });
});

function evaluation() {
  return {
    id: 'e',
    app_id: 'a',
    project_id: 'p',
    variant_ids: [],
    variant_names: [],
    variant_revision_ids: [],
    revisions: [],
    status: { type: 'status', value: 'EVALUATION_FINISHED' },
    aggregated_results: [],
    created_at: 't',
    updated_at: 't',
  };
}
