import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { callWorkflow } from '../../helpers/call-workflow.ts';
import { readBody, startHttpServer } from '../../helpers/start-http-server.ts';
import { createCallClock } from '../../../src/runtime/call/call-clock.ts';
import { toLambdaHandlers } from '../../../src/runtime/targets/lambda-handler.ts';
import { runServer } from '../../../src/runtime/targets/node-server.ts';
import {
  createSelfHostedApp,
  type SelfHostedOptions,
  type StartedTracing,
} from '../../../src/runtime/targets/self-hosted-app.ts';
import { toWorker } from '../../../src/runtime/targets/worker.ts';
import { traceUsage } from '../../../src/runtime/tracing/call-trace.ts';
import { ConfigManager, configSchema, recordUsage, route, routingContextManager } from '../../../src/sdk/index.ts';

const greet = route('/greet', { config: configSchema({ word: z.string().default('Hello') }) }, ({ config }) => {
  recordUsage({ model: 'gpt-4o-mini', input_tokens: 1_000_000, output_tokens: 0 });
  return config.word;
});

/** Creates the app, and notes how it is named. */
function create({ workflow = { greet }, ...options }: Partial<SelfHostedOptions> & { readonly workflow?: object }) {
  const names: string[] = [];
  const tracing = { tracer: traceUsage, exportTo: () => undefined, flush: () => Promise.resolve() };
  const started: StartedTracing = { tracing, nameWorkflow: (name) => void names.push(name) };
  return {
    names,
    app: createSelfHostedApp({ ...workflow }, { application: 'shop', variables: {}, started, ...options }),
  };
}

test('without a service, self-hosted calls run with the defaults, and have their price', async () => {
  const { names, app } = create({});
  expect(await callWorkflow(app, '/run/greet?inline=true', {})).toMatchObject({
    status: 200,
    body: { data: 'Hello', tree: { nodes: [{ metrics: { acc: { costs: { total: expect.any(Number) } } } }] } },
  });
  expect(names).toEqual(['shop']);
});

test.each([
  [{ WF_APP: 'store' }, 'store'],
  [{ WF_APP: '' }, 'shop'],
])('with the variables %j, a self-hosted workflow is called %s', async (named, name) => {
  const asked: unknown[] = [];
  await using server = await startHttpServer(async (request, response) => {
    asked.push(JSON.parse(await readBody(request)));
    response.end('{"params":{"word":"Hi"}}');
  });
  const { names, app } = create({ variables: { WF_BASE_URL: server.url, WF_API_KEY: 'k', ...named } });
  const calls = [await callWorkflow(app, '/run/greet', {}), await callWorkflow(app, '/run/greet', {})];
  expect(calls).toMatchObject([{ body: { data: 'Hi' } }, { body: { data: 'Hi' } }]);
  // The second call has the configuration of the first.
  expect(asked).toMatchObject([{ application_ref: { slug: name } }]);
  expect(names).toEqual([name]);
});

test('a handler that asks without a schema gets what is set over the defaults of its own code', async () => {
  await using service = await startHttpServer((_, response) => {
    response.end('{"params":{"words":50,"tone":"old"},"set_parameters":{"words":80}}');
  });
  const config = configSchema({ words: z.int().default(50), tone: z.string().default('new') });
  const ask = async (named: string) =>
    await routingContextManager({ variant: { slug: named } }, () => ConfigManager.getFromRoute());
  const read = route('/read', { config }, async () => [await ConfigManager.getFromRoute(), await ask('other')]);
  const variables = { WF_BASE_URL: service.url, WF_API_KEY: 'k' };
  const { app } = create({ variables, workflow: { read } });
  const whole = { words: 80, tone: 'new' };
  expect(await callWorkflow(app, '/run/read', {})).toMatchObject({ body: { data: [whole, whole] } });
});

test('a platform may bring its own clock', async () => {
  let started = 0;
  const clock = createCallClock(60_000);
  const { app } = create({ clock: (caller) => ((started += 1), clock(caller)) });
  await callWorkflow(app, '/run/greet', {});
  expect(started).toBe(1);
});

const post = (path: string, body: object) =>
  new Request(`http://worker${path}`, { method: 'POST', body: JSON.stringify(body) });

test('a worker answers calls, pages and unknown paths', async () => {
  const worker = toWorker({ double: route('/double', {}, ({ input }) => Number(input['n']) * 2) }, 'shop');
  const called = await worker.fetch(post('/run/double', { n: 4 }), {});
  expect([called.status, ((await called.json()) as { data: unknown }).data]).toEqual([200, 8]);
  expect((await worker.fetch(new Request('http://worker/health'), {})).status).toBe(200);
  expect((await worker.fetch(post('/other', {}), {})).status).toBe(404);
});

test('bindings of a worker that are texts name the service and the app, from the first request on', async () => {
  const asked: unknown[] = [];
  await using service = await startHttpServer(async (incoming, response) => {
    asked.push([incoming.headers.authorization, JSON.parse(await readBody(incoming))]);
    response.end('{"params":{"a":7}}');
  });
  const read = route('/read', {}, async () => await ConfigManager.getFromRoute());
  const worker = toWorker({ read }, 'shop');
  const bindings = { WF_BASE_URL: service.url, WF_API_KEY: 'secret', WF_APP: 'other', KV: { get: () => 'x' } };
  const first = await worker.fetch(post('/run/read', { config: 'bold' }), bindings);
  const second = await worker.fetch(post('/run/read', { config: 'plain' }), {});
  expect([await first.json(), await second.json()]).toMatchObject([{ data: { a: 7 } }, { data: { a: 7 } }]);
  const app = expect.objectContaining({ slug: 'other' });
  expect(asked).toMatchObject([
    ['ApiKey secret', { variant_ref: { slug: 'bold' }, application_ref: app }],
    ['ApiKey secret', { variant_ref: { slug: 'plain' }, application_ref: app }],
  ]);
});

const workflow = {
  double: route('/double', {}, ({ input }) => Number(input['n']) * 2),
  count: route('/count', {}, async function* () {
    yield await Promise.resolve(1);
    yield 2;
  }),
};

/** An event of a function URL. @source AWS, "Invoking Lambda function URLs", payload format 2.0 */
function eventOf(path: string, body: string) {
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: path,
    rawQueryString: '',
    headers: { 'content-type': 'application/json' },
    requestContext: { http: { method: 'POST', path }, domainName: 'id.lambda-url.eu-west-1.on.aws' },
    body: Buffer.from(body).toString('base64'),
    isBase64Encoded: true,
    // Of the many fields of an event, the adapter reads these.
  } as never;
}

test.each([
  ['/run/double', '{"n":4}', 200, { data: 8 }],
  ['/run/count', '{}', 200, { data: [1, 2] }],
  ['/run/double', 'no JSON', 422, { detail: [{ type: 'json_invalid' }] }],
  ['/run/other', '{}', 404, {}],
])('a Lambda event for %s with %s is answered', async (path, body, statusCode, answer) => {
  const { handler } = toLambdaHandlers(workflow, 'shop');
  const result = (await handler(eventOf(path, body))) as { statusCode: number; body: string };
  expect({ statusCode: result.statusCode, body: JSON.parse(result.body) as unknown }).toMatchObject({
    statusCode,
    body: answer,
  });
});

test('a Lambda function streams only with the global of the platform', () => {
  vi.stubGlobal('awslambda', {}); // As AWS's SDK leaves it.
  expect(toLambdaHandlers(workflow, 'shop').streamHandler).toBeUndefined();
  const streamed = () => 'handler';
  vi.stubGlobal('awslambda', { streamifyResponse: () => streamed });
  expect(toLambdaHandlers(workflow, 'shop').streamHandler).toBe(streamed);
});

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

/** Runs the server in this process, and returns what it printed and its own listeners for signals. */
async function run(variables: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const known = new Set(SIGNALS.flatMap((signal) => process.rawListeners(signal)));
  const printed = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      printed[stream] += String(text);
      return true;
    });
  }
  await runServer(workflow, 'shop');
  vi.restoreAllMocks();
  const added = SIGNALS.flatMap((signal) =>
    process.rawListeners(signal).flatMap((listener) => (known.has(listener) ? [] : [{ signal, listener }])),
  );
  const stop = () => {
    for (const { signal, listener } of added) process.removeListener(signal, listener as () => void);
    // Listeners for one time are wrapped, with the original next to them; any of them stops the server.
    for (const { listener } of added.slice(0, 1)) (listener as unknown as { listener: () => void }).listener();
  };
  return { ...printed, exitCode: process.exitCode, signals: added.map(({ signal }) => signal), stop };
}

const call = (url: string) => fetch(`${url}/run/double`, { method: 'POST', body: '{"n":4}' });

test('a server prints its address, answers, and stops at a signal', async () => {
  const { stdout, stderr, exitCode, signals, stop } = await run({ PORT: '0', HOST: '' });
  const url = /^shop answers on (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(stdout)?.[1] ?? '';
  expect([url !== '', stderr, exitCode, signals]).toEqual([true, '', undefined, ['SIGTERM', 'SIGINT']]);
  expect(await (await call(url)).json()).toMatchObject({ data: 8 });
  stop();
  await expect.poll(async () => await call(url).catch(({ message }: Error) => message)).toBe('fetch failed');
});

test.each(['x', '65536', '-1', '1.5', ' 80', '123456'])('the port %j is refused with one line', async (PORT) => {
  expect(await run({ PORT })).toMatchObject({
    stdout: '',
    stderr: `PORT is ${JSON.stringify(PORT)}, which is not a port.\n`,
    exitCode: 1,
    signals: [],
  });
});

test('a port that is taken is refused with one line', async () => {
  await using taken = await startHttpServer((_, response) => void response.end());
  const { port } = new URL(taken.url);
  const { stderr, exitCode } = await run({ PORT: port });
  expect([stderr.endsWith('\n'), stderr.split('\n').length, stderr.includes(port), exitCode]).toEqual([
    true,
    2,
    true,
    1,
  ]);
});

test('an incomplete address of the service is refused', async () => {
  expect(await run({ PORT: '0', WF_BASE_URL: 'http://127.0.0.1:1', WF_API_KEY: '' })).toMatchObject({
    stderr: 'WF_BASE_URL is set, but WF_API_KEY, the key for it, is not.\n',
    exitCode: 1,
  });
});
