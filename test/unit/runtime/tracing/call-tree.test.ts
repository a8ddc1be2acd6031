import { describe, expect, test, vi } from 'vitest';
import { type CallSpan, type SpanUsage, traceUsage } from '../../../../src/runtime/tracing/call-trace.ts';
import { toCallTree, toFigures, toModelUses } from '../../../../src/runtime/call/to-answer-body.ts';

const START = Date.parse('2026-11-20T12:00:00.000Z');

function span(id: string, fields: Partial<CallSpan> = {}): CallSpan {
  return {
    id,
    parentId: null,
    name: id,
    type: 'task',
    startedAt: new Date(START),
    endedAt: new Date(START + 10),
    status: { code: 'OK' },
    usage: null,
    attributes: {},
    ...fields,
  };
}

const usage = (fields: Partial<SpanUsage> = {}): SpanUsage => ({
  model: 'small',
  input_tokens: 10,
  output_tokens: 5,
  cost: 0.5,
  ...fields,
});

function treeOf(spans: readonly CallSpan[]) {
  const record = { treeId: 'tree-1', name: 'answer', startedAt: new Date(START), durationMs: 20, spans };
  const [root] = toCallTree(record).nodes;
  // A tree is JSON; each test reads what it needs.
  return JSON.parse(JSON.stringify(root));
}

describe('the tree of a call', () => {
  test('is the workflow alone when nothing was traced', () => {
    const root = treeOf([]);
    expect(root).toMatchObject({
      node: { name: 'answer', type: 'workflow' },
      time: { start: '2026-11-20T12:00:00.000Z', end: '2026-11-20T12:00:00.020Z' },
    });
    expect(root.metrics).toEqual({ acc: { duration: { total: 20 } } });
    expect(root.nodes).toBeUndefined();
  });

  test('nests spans by name, with a list for repeated names', () => {
    const root = treeOf([
      span('search'),
      span('embed', { parentId: 'search' }),
      span('ask-1', { name: 'ask', startedAt: new Date(START + 2) }),
      span('ask-0', { name: 'ask' }),
    ]);
    expect(Object.keys(root.nodes)).toEqual(['search', 'ask']);
    expect(root.nodes.search.nodes.embed).toMatchObject({ node: { id: 'embed' }, parent: { id: 'search' } });
    expect(root.nodes.ask.map(({ node }: { node: { id: string } }) => node.id)).toEqual(['ask-0', 'ask-1']);
  });

  test('adds up tokens and costs', () => {
    const root = treeOf([
      span('search'),
      span('embed', { parentId: 'search', usage: usage({ output_tokens: 0, cost: 0.25 }) }),
      span('ask', { usage: usage() }),
    ]);
    expect(root.metrics.acc).toMatchObject({
      costs: { total: 0.75 },
      tokens: { prompt: 20, completion: 5, total: 25 },
    });
    expect(root.nodes.search.metrics).toEqual({
      acc: {
        duration: { total: 10 },
        costs: { total: 0.25 },
        tokens: { prompt: 10, completion: 0, total: 10 },
      },
    });
    expect(root.nodes.ask.metrics.unit).toEqual({
      costs: { total: 0.5 },
      tokens: { prompt: 10, completion: 5, total: 15 },
    });
  });

  test('counts a model call once when an enclosing span repeats its tokens', () => {
    const root = treeOf([
      span('agent', { usage: usage({ input_tokens: 20, output_tokens: 10, cost: 1 }) }),
      span('first', { parentId: 'agent', usage: usage() }),
      span('second', { parentId: 'agent', usage: usage() }),
    ]);
    expect(root.metrics.acc).toMatchObject({ costs: { total: 1 }, tokens: { total: 30 } });
  });

  test('has no cost when one of its calls has none', () => {
    const root = treeOf([span('known', { usage: usage() }), span('unknown', { usage: usage({ cost: null }) })]);
    expect(root.metrics.acc).toMatchObject({ costs: { total: null }, tokens: { total: 30 } });
  });

  test('has no token counts when one of its calls reports none', () => {
    const root = treeOf([span('silent', { usage: usage({ output_tokens: null, cost: null }) })]);
    expect(root.metrics.acc).toMatchObject({ tokens: { prompt: 10, completion: null, total: null } });
  });

  test('has no duration for recorded usage', () => {
    const root = treeOf([span('ask', { endedAt: new Date(START), isUntimed: true, usage: usage() })]);
    expect(root.nodes.ask.metrics.acc).toMatchObject({ duration: { total: null }, costs: { total: 0.5 } });
  });

  test('puts a span with a missing parent below the workflow', () => {
    const root = treeOf([span('orphan', { parentId: 'elsewhere' })]);
    expect(root.nodes.orphan.parent).toEqual({ id: root.node.id });
  });

  test('shows what failed', () => {
    const exception = { type: 'Error', message: 'no' };
    const root = treeOf([span('ask', { status: { code: 'ERROR', message: 'no' }, exception })]);
    expect(root.nodes.ask).toMatchObject({ status: { code: 'ERROR', message: 'no' }, exception });
  });
});

test('the totals of a call equal those of its tree', () => {
  const spans = [span('ask', { usage: usage() }), span('deep', { parentId: 'ask', usage: usage({ cost: 0.25 }) })];
  const record = { treeId: 'tree-1', name: 'answer', startedAt: new Date(START), durationMs: 20, spans };
  const [root] = toCallTree(record).nodes;
  expect(toFigures(record)).toEqual({ nodes: [{ metrics: root?.metrics }] });
});

test('without OpenTelemetry, a call has a span for each usage that it records', async () => {
  vi.useFakeTimers({ now: 1000 });
  const trace = traceUsage({ name: 'answer', path: '/answer', isInline: false });
  trace.recordUsage({ model: 'm', input_tokens: 3, output_tokens: 4, cost: 0.5 });
  trace.fail(new Error('no luck'));
  const now = new Date();
  vi.useRealTimers();
  expect(trace.run(() => 'done')).toBe('done');
  expect(await trace.finish()).toEqual([
    {
      id: expect.stringMatching(/^[\da-f]{8}-/),
      parentId: null,
      name: 'm',
      type: 'completion',
      startedAt: now,
      endedAt: now,
      isUntimed: true,
      status: { code: 'OK' },
      usage: expect.objectContaining({ model: 'm', input_tokens: 3, output_tokens: 4, cost: 0.5 }),
      attributes: {},
    },
  ]);
  expect(trace.treeId).toMatch(/^[\da-f]{8}-/);
});

test('the calls of a model are added up, without what none of them has', () => {
  expect(toModelUses([])).toEqual([]);
  const cached = { cache_read_tokens: 1, cache_write_tokens: 4, reasoning_tokens: 2, cost: 0.25 };
  expect(toModelUses([usage(), usage(cached), usage({ model: 'large' })])).toStrictEqual([
    {
      model: 'small',
      calls: 2,
      input_tokens: 20,
      output_tokens: 10,
      cache_read_tokens: 1,
      cache_write_tokens: 4,
      reasoning_tokens: 2,
      cost: 0.75,
    },
    { model: 'large', calls: 1, input_tokens: 10, output_tokens: 5, cost: 0.5 },
  ]);
});

test('one unknown count or cost makes the sum unknown', () => {
  expect(toModelUses([usage(), usage({ input_tokens: null, output_tokens: null, cost: null })])).toStrictEqual([
    { model: 'small', calls: 2, input_tokens: null, output_tokens: null, cost: null },
  ]);
  const { cost: _, ...free } = usage();
  expect(toModelUses([free, usage()])[0]?.cost).toBeNull();
});

test.each<Partial<SpanUsage>>([
  { model: 'large' },
  { provider: 'azure' },
  { batch: true },
  { service_tier: 'flex' },
  { reason: 'no price is known' },
])('a call with %o is counted apart', (fields) => {
  const one = { model: 'small', calls: 1, input_tokens: 10, output_tokens: 5, cost: 0.5 };
  expect(toModelUses([usage(), usage(fields)])).toStrictEqual([one, { ...one, ...fields }]);
});

test('a call outside a batch says nothing of batches', () => {
  expect(toModelUses([usage({ batch: false })])[0]).not.toHaveProperty('batch');
});
