import { TracerProvider } from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HostedWorkflow, hostWorkflow } from '../../../helpers/host-workflow.ts';
import { startHttpServer } from '../../../helpers/start-http-server.ts';
import { startOtlpServer } from '../../../helpers/start-otlp-server.ts';
import { createExporter, type ExportSettings } from '../../../../src/runtime/open-telemetry/export-spans.ts';

let workflow: HostedWorkflow;

beforeAll(async () => {
  workflow = await hostWorkflow('traced.ts');
});

afterAll(async () => await workflow[Symbol.asyncDispose]());

/** Calls a route as the playground does and returns the first node of its tree. */
async function rootOf(route: string) {
  // Of any shape: each test asserts its own.
  const { tree } = (await workflow.ask(`/playground/run/${route}`)) as { tree: { nodes: Record<string, any>[] } }; // oxlint-disable-line typescript/no-explicit-any
  return tree.nodes[0] ?? {};
}

describe('the tree of a deployed call', () => {
  test('contains nested spans of libraries, with tokens and prices', async () => {
    const { nodes, metrics } = await rootOf('answer');
    expect(nodes).toMatchObject({
      search: {
        node: { type: 'task' },
        metrics: { acc: { costs: { total: 0.02 } } },
        nodes: { embed: { node: { type: 'embedding' }, meta: { model: 'text-embedding-3-small' } } },
      },
      ask: {
        node: { type: 'chat' },
        meta: { model: 'gpt-4o-mini-2024-07-18' },
        metrics: { unit: { costs: { total: 0.15 }, tokens: { prompt: 1_000_000, completion: 0, total: 1_000_000 } } },
      },
    });
    expect(nodes['search'].metrics.acc.duration.total).toBe(5);
    expect(metrics.acc).toMatchObject({ costs: { total: 0.17 }, tokens: { total: 2_000_000 } });
  });

  test('puts recorded usage below its span', async () => {
    const { nodes, metrics } = await rootOf('recorded');
    expect(nodes).toMatchObject({
      ask: { nodes: { 'gpt-4o-mini': { node: { type: 'completion' } } } },
      mine: { metrics: { unit: { costs: { total: 2 } } } },
    });
    expect(metrics.acc.costs.total).toBeCloseTo(2.15);
  });

  test('has no cost when a model call reports no tokens', async () => {
    expect((await rootOf('silent'))['metrics']).toMatchObject({
      acc: { costs: { total: null }, tokens: { total: null } },
    });
  });

  test('shows a failure, without cost', async () => {
    const { nodes, metrics } = await rootOf('failing');
    expect(nodes['ask']).toMatchObject({
      status: { code: 'ERROR', message: 'gone' },
      exception: { type: 'TypeError', message: 'The model is gone', stacktrace: expect.stringContaining('TypeError') },
    });
    expect(metrics.acc.costs).toBeUndefined();
  });

  test('waits for a span that ends after its handler', async () => {
    expect((await rootOf('late'))['nodes']).toHaveProperty('late');
  });

  test('contains the spans of a stream between its items', async () => {
    expect((await rootOf('stream'))['nodes']).toHaveProperty('between');
  });

  test('keeps concurrent calls apart', async () => {
    const roots = await Promise.all(Array.from({ length: 8 }, async () => await rootOf('answer')));
    expect(roots.map(({ metrics }) => metrics.acc.tokens.total)).toEqual(Array.from({ length: 8 }, () => 2_000_000));
  });

  test('is not created unless requested', async () => {
    expect(await workflow.ask('/run/is-recording')).toMatchObject({ data: false, tree: null });
    expect(await workflow.ask('/run/is-recording?inline=true')).toMatchObject({ data: true });
  });
});

describe('the spans of deployed calls', () => {
  const [CALLER, UNSAMPLED] = ['0af7651916cd43dd8448eb211c80319c', '1af7651916cd43dd8448eb211c80319c'];
  const traceparentOf = (trace: string, flags: string) => ({ traceparent: `00-${trace}-b7ad6b7169203331-${flags}` });

  test('are exported, below those of their callers, if these sample them, before the process ends', async () => {
    await using otlp = await startOtlpServer();
    const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: `${otlp.url}/`, OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b' };
    const hosted = await hostWorkflow('traced.ts', { variables });
    const { tree_id } = (await hosted.ask('/run/answer')) as { tree_id: string };
    const below = await hosted.call('/run/answer', {}, traceparentOf(CALLER, '01'));
    expect(await below.json()).toMatchObject({ tree_id: '0af76519-16cd-43dd-8448-eb211c80319c' });
    const shown = await hosted.call('/run/answer?inline=true', {}, traceparentOf(UNSAMPLED, '00'));
    expect(JSON.stringify(await shown.json())).toContain('"embed"');
    await hosted.ask('/run/throwing');
    await hosted[Symbol.asyncDispose]();

    expect(otlp.received[0]).toMatchObject({ path: '/v1/traces', key: 'a b' });
    const body = otlp.received.map((received) => received.body).join('');
    expect(body).toContain('"service.name"');
    expect(body).toContain('"support"');
    expect(body).toContain(tree_id.replaceAll('-', ''));
    expect(body).toContain('"parentSpanId":"b7ad6b7169203331"');
    expect(body).toContain('"message":"no"');
    expect(body).not.toContain(UNSAMPLED);
    for (const name of ['answer', 'search', 'embed', 'ask']) expect(body).toContain(`"name":"${name}"`);
  });

  test.each(['', 'nonsense', '00-00000000000000000000000000000000-b7ad6b7169203331-01'])(
    'begin a trace when the caller sends %j',
    async (traceparent) => {
      const answer = await workflow.call('/run/answer?inline=true', {}, { traceparent });
      const { tree_id } = (await answer.json()) as { tree_id: string };
      expect(tree_id).toMatch(/^(?!0{8})[\da-f]{8}-/);
    },
  );

  test('that a collector refuses fail no call', async () => {
    await using refusing = await startHttpServer((_, response) => void response.writeHead(400).end());
    await using hosted = await hostWorkflow('traced.ts', {
      variables: { OTEL_EXPORTER_OTLP_ENDPOINT: refusing.url },
    });
    expect(await hosted.ask('/run/answer')).toMatchObject({ data: 'done' });
  });

  test('go to the provider of a workflow that has its own alone, and its calls have their tree', async () => {
    await using otlp = await startOtlpServer();
    const variables = { COLLECTOR: otlp.url, OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url };
    await using own = await hostWorkflow('own-provider.ts', { variables });
    expect(await own.ask('/playground/run/ask')).toMatchObject({
      data: true,
      tree: { nodes: [{ nodes: { outer: { nodes: { inner: {} }, otel: { attributes: { late: true } } } } }] },
    });
    // Theirs waits a minute: it is flushed at the end.
    await own.stop();
    await otlp.arrived;
    expect(otlp.received.map(({ path }) => path)).toEqual(['/mine']);
    for (const name of ['mine', 'ask', 'outer', 'inner']) expect(otlp.received[0]?.body).toContain(`"${name}"`);
  });
});

/** Exports one span; `$URL` stands for the collector's address. */
async function exportOne(settings: ExportSettings) {
  await using otlp = await startOtlpServer();
  const entries = Object.entries(settings).map(([name, value]) => [name, value.replace('$URL', otlp.url)]);
  const processor = createExporter(Object.fromEntries(entries) as ExportSettings);
  const provider = new TracerProvider({ spanProcessors: [processor] });
  provider.getTracer('test').startSpan('step').end();
  await provider.shutdown();
  return otlp.received.map(({ path, key, body }) => [path, key, body.includes('"step"')]);
}

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: '$URL' }, '/v1/traces'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: '$URL/otel//' }, '/otel/v1/traces'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: '$URL/own' }, '/own'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: '$URL', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: '' }, '/v1/traces'],
])('with %j, spans go to %s', async (settings, path) => {
  expect(await exportOne(settings)).toEqual([[path, 'undefined', true]]);
});

test.each([
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'other=1, x-key = a%20b=c ,' }, 'a b=c'],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'x-key=%zz' }, '%zz'],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'x-key=1', OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-key=2' }, '2'],
])('with %j, the header is %s', async (settings, key) => {
  expect(await exportOne({ OTEL_EXPORTER_OTLP_ENDPOINT: '$URL', ...settings })).toEqual([['/v1/traces', key, true]]);
});
