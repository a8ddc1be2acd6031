import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HostedWorkflow, hostWorkflow } from '../../helpers/host-workflow.ts';
import { readBody, startHttpServer } from '../../helpers/start-http-server.ts';
import { type ModelServer, startModelServer } from '../../helpers/start-model-server.ts';

let models: ModelServer;
let workflow: HostedWorkflow;

beforeAll(async () => {
  models = await startModelServer([{ said: 'An answer.' }]);
  workflow = await hostWorkflow('observed.ts');
});

afterAll(async () => {
  await workflow[Symbol.asyncDispose]();
  await models[Symbol.asyncDispose]();
});

// Of any shape: each test asserts its own.
type Root = { metrics: { acc: { usage?: object[] } }; nodes?: Record<string, any> }; // oxlint-disable-line typescript/no-explicit-any

/** Lets a route call a server of models. */
async function rootOf(route: string, path: string, body: object, base = models.baseUrl): Promise<Root> {
  const call = { path: `${base}${path}`, body };
  const answer = (await workflow.ask(`/playground/run/${route}`, call)) as { tree: { nodes: [Root] } };
  return answer.tree.nodes[0];
}

const usesOf = async (...args: Parameters<typeof rootOf>) => (await rootOf(...args)).metrics.acc.usage;

const chat = { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hello' }] };
const streamed = { ...chat, stream: true, stream_options: { include_usage: true } };
const claude = { ...chat, model: 'claude-sonnet-4-5', max_tokens: 100 };

/** 800 uncached tokens in, 200 cached, 100 out. */
const COSTS = { 'gpt-4o-mini': 0.000195, 'claude-sonnet-4-5': 0.00396 };
const use = (model: keyof typeof COSTS, provider: string, rest: object) => [
  {
    model,
    provider,
    calls: 1,
    input_tokens: 1000,
    output_tokens: 100,
    cache_read_tokens: 200,
    cost: COSTS[model],
    ...rest,
  },
];
const OPENAI = use('gpt-4o-mini', 'openai', { reasoning_tokens: 10 });
const TIERED = use('gpt-4o-mini', 'openai', { reasoning_tokens: 10, service_tier: 'default' });
const CLAUDE = use('claude-sonnet-4-5', 'anthropic', { service_tier: 'standard' });

test.each([
  ['/chat/completions', chat, OPENAI],
  ['/chat/completions', streamed, OPENAI],
  ['/responses', { model: 'gpt-4o-mini', input: 'Hello' }, TIERED],
  ['/responses', { model: 'gpt-4o-mini', input: 'Hello', stream: true }, TIERED],
  ['/messages', claude, CLAUDE],
  ['/messages', { ...claude, stream: true }, CLAUDE],
])('a call of %s by fetch and by node:http has its tokens and cost', async (path, body, uses) => {
  expect(await usesOf('fetch', path, body)).toEqual(uses);
  expect(await usesOf('node-http', path, body)).toEqual(uses);
});

test('a program sees every byte of a streamed answer', async () => {
  const path = `${models.baseUrl}/chat/completions`;
  const response = await fetch(path, { method: 'POST', body: JSON.stringify(streamed) });
  const { length } = await response.text();
  const ask = async (route: string) =>
    ((await workflow.ask(`/run/${route}`, { path, body: streamed })) as { data: number }).data;
  expect([await ask('fetch'), await ask('node-http')]).toEqual([length, length]);
});

test('the span has the model, its place, and the messages', async () => {
  const { nodes } = await rootOf('fetch', '/chat/completions', streamed);
  expect(nodes?.['chat gpt-4o-mini']).toMatchObject({
    node: { type: 'chat' },
    status: { code: 'OK' },
    otel: {
      attributes: {
        'wf.observed': true,
        'server.address': '127.0.0.1',
        'gen_ai.request.model': 'gpt-4o-mini',
        'gen_ai.response.finish_reasons': ['stop'],
        'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"Hello"}]}]',
        'gen_ai.output.messages':
          '[{"role":"assistant","parts":[{"type":"text","content":"An answer."}],"finish_reason":"stop"}]',
      },
    },
  });
});

test('a stream without tokens says how to request them', async () => {
  const reason =
    'the stream reported no tokens; stream_options: { include_usage: true } or recordUsage would tell them';
  expect(await usesOf('fetch', '/chat/completions', { ...chat, stream: true })).toEqual([
    { model: 'gpt-4o-mini', calls: 1, input_tokens: null, output_tokens: null, cost: null, reason },
  ]);
});

test('a stream that the program leaves has an unknown cost', async () => {
  await using slow = await startHttpServer(async (request, response) => {
    await readBody(request);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(
      'data: {"model":"gpt-4o-mini","choices":[{"index":0,"delta":{"content":"An"},"finish_reason":null}]}\n\n',
    );
  });
  expect(await usesOf('leave', '/chat/completions', streamed, slow.url)).toEqual([
    {
      model: 'gpt-4o-mini',
      calls: 1,
      input_tokens: null,
      output_tokens: null,
      cost: null,
      reason: 'the answer was cut off before it reported its tokens; recordUsage would tell them',
      failure: 'the answer was cut off: The operation was aborted.',
    },
  ]);
});

test.each(['instrumented', 'recorded'])('a call that is %s counts once', async (route) => {
  const { metrics, nodes } = await rootOf(route, '/chat/completions', chat);
  expect(metrics.acc.usage).toHaveLength(1);
  expect(metrics.acc).toMatchObject({ tokens: { total: 1100 } });
  expect(Object.keys(nodes ?? {})).toHaveLength(1);
});

test('a refused call is a failed span without a cost', async () => {
  await using refusing = await startModelServer([{ status: 401, text: '{"error":{"message":"Incorrect API key"}}' }]);
  const { metrics, nodes } = await rootOf('fetch', '/chat/completions', chat, refusing.baseUrl);
  const failure = '401: Incorrect API key';
  expect(metrics.acc.usage).toEqual([
    { model: 'gpt-4o-mini', calls: 1, input_tokens: 0, output_tokens: 0, cost: 0, failure },
  ]);
  expect(nodes?.['chat gpt-4o-mini'].status).toEqual({ code: 'ERROR', message: '401: Incorrect API key' });
});

test('other requests, and answers of another kind at a similar address, are no model calls', async () => {
  await using other = await startModelServer([{ raw: '{"id":1}' }]);
  expect((await rootOf('fetch', '/messages', { text: 'Hello' }, other.baseUrl)).nodes).toBeUndefined();
  expect((await rootOf('fetch', '/orders', chat, other.baseUrl)).nodes).toBeUndefined();
});

test('the results of a batch count at the price of batches, each model once', async () => {
  const line = (body: object) => JSON.stringify({ custom_id: 'a', response: { status_code: 200, body } });
  const result = { object: 'chat.completion', model: 'gpt-4o-mini', choices: [] };
  const usage = { prompt_tokens: 1_000_000, completion_tokens: 0 };
  await using batches = await startModelServer([
    { raw: [line({ ...result, usage }), line({ ...result, usage })].join('\n') },
  ]);
  expect(await usesOf('get', '/files/file_1/content', {}, batches.baseUrl)).toMatchObject([
    { model: 'gpt-4o-mini', batch: true, calls: 1, input_tokens: 2_000_000, cost: 0.15 },
  ]);
});
