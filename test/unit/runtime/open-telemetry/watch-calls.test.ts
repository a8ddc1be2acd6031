import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HostedWorkflow, hostWorkflow } from '../../../helpers/host-workflow.ts';
import { startOtlpServer } from '../../../helpers/start-otlp-server.ts';

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
    expect(nodes['search'].metrics.acc.duration.total).toBeGreaterThanOrEqual(4);
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

  test('waits a second at most', async () => {
    const startedAt = performance.now();
    const { nodes, metrics } = await rootOf('endless');
    expect(performance.now() - startedAt).toBeLessThan(2000);
    expect(Object.keys(nodes)).toEqual(['ended']);
    expect(metrics.acc.duration.total).toBeLessThan(500);
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

describe('export', () => {
  const variables = (url: string) => ({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b',
  });

  test('exports the spans of calls without a tree', async () => {
    await using otlp = await startOtlpServer();
    await using hosted = await hostWorkflow('traced.ts', { variables: variables(otlp.url) });
    const { tree_id } = (await hosted.ask('/run/answer')) as { tree_id: string };
    await otlp.arrived;
    expect(otlp.received[0]).toMatchObject({ path: '/v1/traces', key: 'a b' });
    const body = otlp.received[0]?.body ?? '';
    expect(body).toContain('"service.name"');
    expect(body).toContain('"support"');
    expect(body).toContain(tree_id.replaceAll('-', ''));
    for (const name of ['answer', 'search', 'embed', 'ask']) expect(body).toContain(`"name":"${name}"`);
  });

  test("puts a call below its caller's span", async () => {
    await using otlp = await startOtlpServer();
    await using hosted = await hostWorkflow('traced.ts', { variables: variables(otlp.url) });
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const answer = await hosted.call('/run/answer', {}, { traceparent });
    expect(await answer.json()).toMatchObject({ tree_id: '0af76519-16cd-43dd-8448-eb211c80319c' });
    await otlp.arrived;
    expect(otlp.received[0]?.body).toContain('"parentSpanId":"b7ad6b7169203331"');
  });

  test('does not export a trace that its caller does not sample, but shows it', async () => {
    await using otlp = await startOtlpServer();
    {
      await using hosted = await hostWorkflow('traced.ts', { variables: variables(otlp.url) });
      const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';
      const answer = await hosted.call('/run/answer?inline=true', {}, { traceparent });
      expect(JSON.stringify(await answer.json())).toContain('"embed"');
    }
    expect(otlp.received).toEqual([]);
  });

  test.each(['', 'nonsense', '00-00000000000000000000000000000000-b7ad6b7169203331-01'])(
    'starts a new trace when the caller sends %j',
    async (traceparent) => {
      const answer = await workflow.call('/run/answer?inline=true', {}, { traceparent });
      const { tree_id } = (await answer.json()) as { tree_id: string };
      expect(tree_id).toMatch(/^(?!0{8})[\da-f]{8}-/);
    },
  );

  test('sends pending spans when the process stops', async () => {
    await using otlp = await startOtlpServer();
    const hosted = await hostWorkflow('traced.ts', { variables: variables(otlp.url) });
    await hosted.ask('/run/throwing');
    await hosted[Symbol.asyncDispose]();
    expect(otlp.received.map(({ body }) => body).join('')).toContain('"message":"no"');
  });

  test('fails no call when nobody listens at the address', async () => {
    await using hosted = await hostWorkflow('traced.ts', { variables: variables('http://127.0.0.1:1') });
    expect(await hosted.ask('/run/answer')).toMatchObject({ data: 'done' });
  });
});
