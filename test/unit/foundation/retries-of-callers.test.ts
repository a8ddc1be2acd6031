import { getEventListeners } from 'node:events';
import { stripTypeScriptTypes } from 'node:module';
import OpenAI from 'openai';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClient } from '../../../src/client/create-client.ts';
import { httpTransport } from '../../../src/client/transport/http-transport.ts';
import { createAdaptiveLimit, SYSTEM_CLOCK } from '../../../src/evaluation/engine/adaptive-limit.ts';
import { callWithRetries } from '../../../src/evaluation/engine/call-with-retries.ts';
import { askProvider, createExpenses } from '../../../src/evaluation/judges/ask-provider.ts';
import { serviceConfigurations } from '../../../src/sdk/context/registry.ts';
import { readAnswer } from '../../../src/service/evaluations/plan/read-answer.ts';
import { askByCall } from '../../../src/service/hosting/calls/ask-route.ts';
import { CLIENT_CORE } from '../../../src/use-cases/scripts/typed-client/client-core.ts';
import { startHttpServer } from '../../helpers/start-http-server.ts';

beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => vi.restoreAllMocks());

const POLICY = { retries: 2, retryDelayMs: 1, callTimeoutMs: 60_000 };
const CALL = { app: 'a', variant: 'v', path: '/run', body: {} };
const connect = (baseUrl: string) => createClient({ transport: httpTransport({ env: {} }), baseUrl });

/** The part of generated clients that sends. */
async function openTypedClient() {
  const text = `const APP = 'a', VARIANT = 'v';${CLIENT_CORE}export { createRoute };`;
  return await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(text))}`);
}

/** Everything that calls somebody else on behalf of a user. */
const CALLERS: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
  'wf run': async (url) => {
    await using client = connect(url);
    await client.callRoute(CALL);
  },
  'wf run --stream': async (url) => {
    await using client = connect(url);
    for await (const _ of client.streamRoute(CALL)) break;
  },
  'wf run --testset': async (url) => {
    await using client = connect(url);
    await client.callRoute({ ...CALL, runsOnce: true });
  },
  'wf client': async (url) => {
    const { createRoute } = await openTypedClient();
    await createRoute({ baseUrl: url }, '')({});
  },
  'a read of wf': async (url) => {
    await using client = connect(url);
    await client.listApps();
  },
  'a write of wf': async (url) => {
    await using client = connect(url);
    await client.createApp({ body: { app_name: 'a' } });
  },
  ConfigManager: async (url) => {
    const body = { application_ref: null, variant_ref: null, environment_ref: null };
    await serviceConfigurations({ WF_BASE_URL: url, WF_API_KEY: 'k' })?.fetchConfig({ body });
  },
  'a route of an evaluation': async (url) => {
    const call = async () => await fetch(url, { method: 'POST' });
    const ask = async (_: unknown, signal: AbortSignal) =>
      readAnswer(await askByCall(call, { signal, body: '{}' } as Parameters<typeof askByCall>[1])); // `call` reads none of it
    const limit = createAdaptiveLimit(SYSTEM_CLOCK);
    limit.join(1);
    const signal = new AbortController().signal;
    await callWithRetries({}, { ...POLICY, callRoute: ask, limit, clock: SYSTEM_CLOCK, signal });
  },
  'a judge': async (url) => {
    const client = new OpenAI({ apiKey: 'k', baseURL: url, maxRetries: 0 });
    const asker = { client, mayQuote: true, count: async () => {}, policy: POLICY };
    await askProvider(asker, { expenses: createExpenses(), signal: undefined }, async (signal) =>
      client.models.list({ signal }),
    );
  },
};

const STATUSES = [400, 408, 409, 425, 429, 500, 501, 502, 503, 504, 529];
const OWN_ERROR = '{"detail":{"message":"thrown"}}';

/** Counts the calls that a server sees, which always answers so, until its caller gives up. */
async function countCalls(call: (url: string) => Promise<unknown>, status: number, advice?: string, body = '{}') {
  let calls = 0;
  await using server = await startHttpServer((_request, response) => {
    calls += 1;
    const headers = { 'retry-after': '0', ...(advice === undefined ? {} : { 'x-should-retry': advice }) };
    response.writeHead(status, headers).end(body);
  });
  await call(server.url).catch(() => undefined);
  return calls;
}

test.each([
  ['wf run', '408 425 429 503', ''],
  ['wf run --stream', '408 425 429 503', ''],
  ['wf run --testset', '408 425 429 503', ''],
  ['wf client', '408 425 429 503', ''],
  ['a write of wf', '408 425 429 503', '408 425 429 503'],
  ['a read of wf', '408 425 429 500 502 503 504 529', '408 425 429 500 502 503 504 529'],
  ['ConfigManager', '408 409 425 429 500 502 503 504 529', '408 409 425 429 500 502 503 504 529'],
  ['a route of an evaluation', '408 409 425 429 500 502 503 504 529', '408 409 425 429 500 502 503 504 529'],
  ['a judge', '408 409 425 429 500 502 503 504 529', '408 409 425 429 500 502 503 504 529'],
])('%s repeats what the answer asks for, and otherwise %s', async (name, repeated, ofOwnErrors) => {
  const find = async (...more: [advice?: string, body?: string]) => {
    const call = CALLERS[name] ?? expect.fail();
    const counts = await Promise.all(STATUSES.map(async (status) => await countCalls(call, status, ...more)));
    expect(counts.filter((count) => count !== 1 && count !== 3)).toEqual([]);
    return STATUSES.filter((_, index) => counts[index] === 3).join(' ');
  };
  expect([await find('true'), await find('false'), await find('perhaps')]).toEqual([STATUSES.join(' '), '', repeated]);
  expect([await find(), await find(undefined, OWN_ERROR)]).toEqual([repeated, ofOwnErrors]);
});

test.each([
  ['wf run', 3],
  ['wf client', 3],
  ['wf run --testset', 1],
])('%s calls code that answered, and asks for a retry, %i times', async (name, count) => {
  const call = CALLERS[name] ?? expect.fail();
  const counts = STATUSES.map(async (status) => await countCalls(call, status, 'true', OWN_ERROR));
  expect(new Set(await Promise.all(counts))).toEqual(new Set([count]));
});

test('a generated client stops waiting when its signal is aborted, even before, and leaves no listener', async () => {
  const { createRoute } = await openTypedClient();
  const [ending, lasting] = [new AbortController(), new AbortController()];
  const asked: string[] = [];
  const fetch = async (_: string, { signal }: { signal: AbortSignal }) => {
    asked.push(signal === ending.signal ? 'ending' : 'lasting');
    if (signal === ending.signal) ending.abort(new Error('enough'));
    const isLast = asked.length === 4;
    return isLast ? Response.json({ data: 1 }) : Response.json({}, { status: 429, headers: { 'retry-after': '0' } });
  };
  const call = createRoute({ baseUrl: 'http://a', fetch }, '');
  await expect(call({}, { signal: ending.signal })).rejects.toThrow('enough');
  expect(await call({}, { signal: lasting.signal })).toEqual({ data: 1 });
  expect(asked).toEqual(['ending', 'lasting', 'lasting', 'lasting']);
  expect(getEventListeners(lasting.signal, 'abort')).toEqual([]);
});
