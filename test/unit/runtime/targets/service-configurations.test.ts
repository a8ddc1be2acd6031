import { afterEach, expect, test, vi } from 'vitest';
import { startHttpServer } from '../../../helpers/start-http-server.ts';
import type { FetchConfig } from '../../../../src/contract/variants/config.ts';
import { isWfError, UserError } from '../../../../src/foundation/errors/wf-error.ts';
import { cacheConfigurations } from '../../../../src/runtime/targets/self-hosted-app.ts';
import { registryConfigurations, serviceConfigurations } from '../../../../src/sdk/context/registry.ts';

const BODY = {
  variant_ref: null,
  environment_ref: { slug: 'staging', version: null, id: null },
  application_ref: null,
};

test('a configuration is fetched with the key, under the address', async () => {
  const asked: unknown[] = [];
  await using server = await startHttpServer((request, response) => {
    const { authorization, accept, 'content-type': type } = request.headers;
    asked.push([request.method, request.url, authorization, accept, type]);
    response.end('{"params":{"a":1}}');
  });
  const client = serviceConfigurations({ WF_BASE_URL: `${server.url}/api/`, WF_API_KEY: 'k' });
  expect(await client?.fetchConfig({ body: BODY })).toMatchObject({ params: { a: 1 } });
  expect(asked).toEqual([['POST', '/api/variants/configs/fetch', 'ApiKey k', 'application/json', 'application/json']]);
});

test.each([
  [
    404,
    '{"detail":"No environment is called \\"staging\\"."}',
    'WF_NOT_FOUND',
    /^No environment is called "staging"\.$/,
  ],
  [401, '{"detail":"Who are you?"}', 'WF_NOT_ALLOWED', /answered 401: Who are you\?$/],
  [403, '{"detail":"Not you."}', 'WF_NOT_ALLOWED', /answered 403: Not you\.$/],
  [500, 'x'.repeat(201), 'WF_FAILED', /answered 500: x{200}$/],
  [500, 'Internal Server Error', 'WF_FAILED', /answered 500: Internal Server Error$/],
  [200, '<html>', 'WF_UNEXPECTED_ANSWER', /did not answer with a configuration/],
  [302, '', 'WF_FAILED', /answered 302/],
])('an answer %i %s fails as %s', async (status, body, code, message) => {
  await using server = await startHttpServer((_request, response) =>
    response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(body),
  );
  const client = serviceConfigurations({ WF_BASE_URL: server.url, WF_API_KEY: 'k' });
  const error: unknown = await client?.fetchConfig({ body: BODY }).catch((thrown: unknown) => thrown);
  expect(isWfError(error) ? [error.code, error.message] : error).toEqual([code, expect.stringMatching(message)]);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Fetches a configuration while time passes at once. */
async function fetchAtOnce(fetchOnce: () => Promise<Response>) {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(fetchOnce);
  const client = serviceConfigurations({ WF_BASE_URL: 'http://wf.example', WF_API_KEY: 'k' });
  const failing = client?.fetchConfig({ body: BODY }).catch((thrown: unknown) => thrown);
  await vi.advanceTimersByTimeAsync(20_000);
  return { error: await failing, calls: fetch.mock.calls.length };
}

test.each([
  ['6', 2],
  ['10', 1],
  ['0', 3],
])(
  'a service that asks for %s s is called %i times within the limit, and its answer is told',
  async (seconds, calls) => {
    const headers = { 'retry-after': seconds };
    const busy = () => Promise.resolve(Response.json({ detail: 'Busy.' }, { status: 503, headers }));
    expect(await fetchAtOnce(busy)).toMatchObject({ error: { code: 'WF_FAILED', status: 503 }, calls });
  },
);

test('a connection that fails until no time is left is told as it is', async () => {
  const cause = Object.assign(new Error('slow'), { code: 'ETIMEDOUT' });
  const fail = async () => {
    vi.setSystemTime(Date.now() + 9_900);
    throw new TypeError('fetch failed', { cause });
  };
  expect(await fetchAtOnce(fail)).toMatchObject({ error: { message: 'fetch failed', cause }, calls: 1 });
});

test('a cancelled call is not sent to the service', async () => {
  const client = serviceConfigurations({ WF_BASE_URL: 'http://127.0.0.1:1', WF_API_KEY: 'k' });
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(client?.fetchConfig({ body: BODY, signal })).rejects.toThrow('enough');
});

test('an address without a key is refused, and so is what is no address; without any, there is no client', () => {
  const refused = (message: string) => expect.objectContaining({ code: 'WF_INVALID_INPUT', message });
  for (const WF_API_KEY of [undefined, '']) {
    expect(() => serviceConfigurations({ WF_BASE_URL: 'http://wf.example', WF_API_KEY })).toThrow(
      refused('WF_BASE_URL is set, but WF_API_KEY, the key for it, is not.'),
    );
  }
  for (const WF_BASE_URL of ['wf.example', 'ftp://wf.example']) {
    expect(() => serviceConfigurations({ WF_BASE_URL, WF_API_KEY: 'k' })).toThrow(
      refused(`WF_BASE_URL is "${WF_BASE_URL}", which is not an http address.`),
    );
  }
  expect([serviceConfigurations({}), serviceConfigurations({ WF_BASE_URL: '' })]).toEqual([null, null]);
});

const call = { signal: new AbortController().signal };
const named = (slug: string, version: number | null = null) => ({ slug, version, id: null });

test.each([
  ['an environment', { environment: 'staging' }, { variant_ref: null, environment_ref: named('staging') }],
  ['a variant', { variant: 'bold' }, { variant_ref: named('bold'), environment_ref: null }],
  ['a version of a variant', { variant: 'bold', version: 3 }, { variant_ref: named('bold', 3), environment_ref: null }],
  [
    'a version of an environment',
    { environment: 'staging', version: 2 },
    { variant_ref: null, environment_ref: named('staging', 2) },
  ],
  ['a revision', { revision: 'r-1' }, { variant_ref: { slug: null, version: null, id: 'r-1' }, environment_ref: null }],
  ['another app', { application: 'other' }, { application_ref: named('other') }],
])('the service is asked for %s', async (_what, reference, body) => {
  const asked: FetchConfig[] = [];
  const source = registryConfigurations(
    {
      fetchConfig: async (asking) => {
        asked.push(asking.body);
        return { params: { a: 1 } };
      },
    },
    'support',
  );
  expect(await source(reference, call)).toEqual({ a: 1 });
  expect(asked).toMatchObject([{ application_ref: named('support'), ...body }]);
});

function remembering(limit = 10) {
  const asked: unknown[] = [];
  const time = { now: 0 };
  const registry: { answer: () => Record<string, unknown> } = { answer: () => ({ call: asked.length }) };
  const source = cacheConfigurations(
    async (reference) => {
      asked.push(reference);
      return registry.answer();
    },
    { freshMs: 1000, limit, now: () => time.now },
  );
  return { source, asked, time, registry };
}

test('a fresh configuration is not fetched again, and references are separate', async () => {
  const { source, asked, time } = remembering();
  expect(await source({ environment: 'a' }, call)).toEqual({ call: 1 });
  time.now = 999;
  expect(await source({ environment: 'a' }, call)).toEqual({ call: 1 });
  expect(await source({ environment: 'b' }, call)).toEqual({ call: 2 });
  time.now = 1000;
  expect(await source({ environment: 'a' }, call)).toEqual({ call: 3 });
  expect(asked).toHaveLength(3);
});

test('unless told otherwise, a thousand configurations are fresh for five seconds', async () => {
  let [asked, time] = [0, 0];
  const count = () => Promise.resolve({ call: (asked += 1) });
  const source = cacheConfigurations(count, { now: () => time });
  for (let index = 0; index < 1000; index += 1) await source({ environment: `${index}` }, call);
  time = 4999;
  expect(await source({ environment: '0' }, call)).toEqual({ call: 1 });
  expect(await source({ environment: '1000' }, call)).toEqual({ call: 1001 });
  expect(await source({ environment: '0' }, call)).toEqual({ call: 1002 });
  time = 5000;
  expect(await source({ environment: '2' }, call)).toEqual({ call: 1003 });
});

test('cached configurations are used while the registry fails', async () => {
  const { source, time, registry } = remembering();
  await source({}, call);
  time.now = 5000;
  registry.answer = () => {
    throw new Error('unreachable');
  };
  expect(await source({}, call)).toEqual({ call: 1 });
  await expect(source({ environment: 'other' }, call)).rejects.toThrow('unreachable');
});

test.each(['WF_NOT_FOUND', 'WF_NOT_ALLOWED'] as const)('a configuration is dropped after %s', async (code) => {
  const { source, time, registry } = remembering();
  await source({}, call);
  time.now = 5000;
  registry.answer = () => {
    throw new UserError({ code, message: 'gone' });
  };
  await expect(source({}, call)).rejects.toThrow('gone');
  registry.answer = () => {
    throw new Error('unreachable');
  };
  await expect(source({}, call)).rejects.toThrow('unreachable');
});

test('the cache has a limit of references', async () => {
  const { source, asked } = remembering(2);
  for (const environment of ['a', 'b', 'a', 'b', 'c', 'a']) await source({ environment }, call);
  expect(asked.map((reference) => (reference as { environment: string }).environment)).toEqual(['a', 'b', 'c', 'a']);
});
