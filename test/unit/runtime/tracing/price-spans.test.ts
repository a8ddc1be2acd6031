import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { callWorkflow } from '../../../helpers/call-workflow.ts';
import { createWorkflowApp } from '../../../../src/runtime/app/create-workflow-app.ts';
import { type CallSpan, recordedUsage, toSpanUsage } from '../../../../src/runtime/tracing/call-trace.ts';
import { type PriceSource, priceSpans } from '../../../../src/runtime/tracing/price-spans.ts';
import type { Usage } from '../../../../src/sdk/context/routing-context.ts';
import { recordUsage, route } from '../../../../src/sdk/index.ts';

const TOKENS = { input_tokens: 3, output_tokens: 4 };
const prices: PriceSource = async ({ model, input_tokens, output_tokens }) =>
  model === 'priced' ? { cost: input_tokens + output_tokens, provider: 'house' } : { cost: null, reason: 'no price' };

const Body = z.object({ tree: z.object({ nodes: z.array(z.object({ metrics: z.unknown() })) }) });

/** Calls a route that records some usages and returns the costs of its tree. */
async function costOf(usages: readonly (Partial<Usage> & { model: string })[], source?: PriceSource) {
  const x = route('/x', {}, () => usages.forEach((usage) => recordUsage({ ...TOKENS, ...usage })));
  const app = createWorkflowApp({ x }, source === undefined ? {} : { prices: source });
  const { body } = await callWorkflow(app, '/playground/run/x', {});
  return Body.parse(body).tree.nodes[0]?.metrics;
}

describe('the cost of a call', () => {
  test.each([
    ['is computed from its tokens', [{ model: 'priced' }], 7],
    ["is the author's, where given", [{ model: 'priced', cost: 0.5 }], 0.5],
    ['is 0 when the author says so', [{ model: 'priced', cost: 0 }], 0],
    ['is unknown when the author says so', [{ model: 'priced', cost: null }], null],
    ['is unknown for a model without a price', [{ model: 'other' }], null],
    ['is unknown when one of two is', [{ model: 'priced' }, { model: 'other' }], null],
    ['adds up', [{ model: 'priced' }, { model: 'other', cost: 1 }], 8],
    ['is unknown where a count is none', [{ model: 'priced', input_tokens: Number.NaN }], null],
  ])('%s', async (_title, usages, total) => {
    expect(await costOf(usages, prices)).toMatchObject({ acc: { costs: { total } } });
  });

  test('is unknown where there are no prices', async () => {
    expect(await costOf([{ model: 'priced' }])).toMatchObject({
      acc: { costs: { total: null }, usage: [{ model: 'priced', reason: 'there is no price list here' }] },
    });
  });

  test('shows what it came from, by model', async () => {
    const usages = [
      { model: 'priced', cache_read_tokens: 2 },
      { model: 'priced', cache_read_tokens: 20, reasoning_tokens: 1 },
      { model: 'other', batch: true, provider: 'acme' },
    ];
    expect(await costOf(usages, prices)).toMatchObject({
      acc: {
        costs: { total: null },
        usage: [
          {
            model: 'priced',
            provider: 'house',
            calls: 2,
            // 3, and 3 besides the 20 that were cached.
            input_tokens: 26,
            output_tokens: 8,
            cache_read_tokens: 22,
            reasoning_tokens: 1,
            cost: 34,
          },
          { model: 'other', provider: 'acme', calls: 1, batch: true, cost: null, reason: 'no price' },
        ],
      },
    });
  });

  test('is not computed without a tree', async () => {
    const asked: string[] = [];
    const x = route('/x', {}, () => recordUsage({ ...TOKENS, model: 'priced' }));
    const app = createWorkflowApp({ x }, { prices: async ({ model }) => ({ cost: asked.push(model) }) });
    await callWorkflow(app, '/run/x', {});
    expect(asked).toEqual([]);
  });
});

test.each([
  [{ input_tokens: null, output_tokens: 4 }, 'the call reported no input tokens'],
  [{ input_tokens: 3, output_tokens: null }, 'the call reported no output tokens'],
  [{ input_tokens: null, output_tokens: null }, 'the call reported no tokens'],
])('a call with %j has no price', async (tokens, reason) => {
  const span: CallSpan = {
    id: 'a',
    parentId: null,
    name: 'a',
    type: 'chat',
    startedAt: new Date(0),
    endedAt: new Date(1),
    status: { code: 'OK' },
    usage: { model: 'priced', ...tokens },
    attributes: {},
  };
  expect(await priceSpans([span], prices)).toEqual([
    { ...span, usage: { model: 'priced', ...tokens, cost: null, reason } },
  ]);
});

const USAGE = { model: 'gpt-4o-mini', provider: 'openai', input_tokens: 12, output_tokens: 3 };

test('recorded counts are read as the provider counts them', () => {
  expect(recordedUsage(USAGE)).toEqual(USAGE);
  expect(recordedUsage({ ...USAGE, cache_read_tokens: 8, input_includes_cache: false })).toEqual({
    ...USAGE,
    input_tokens: 20,
    cache_read_tokens: 8,
  });
});

describe('a count that is no number makes the tokens unknown', () => {
  const unknown = { model: 'gpt-4o-mini', provider: 'openai', input_tokens: null, output_tokens: null };
  // As plain JavaScript gives it where an answer has no usage.
  const missing = undefined as unknown as number;

  test.each([
    [{ input_tokens: -1 }, 'input_tokens: -1'],
    [{ input_tokens: missing }, 'input_tokens: undefined'],
    [{ output_tokens: Number.NaN }, 'output_tokens: NaN'],
    [{ output_tokens: Number.POSITIVE_INFINITY }, 'output_tokens: Infinity'],
    [{ input_tokens: '12' as unknown as number }, 'input_tokens: 12'],
    [{ cache_read_tokens: -1 }, 'cache_read_tokens: -1'],
    [{ cache_write_tokens: Number.NaN }, 'cache_write_tokens: NaN'],
    [{ cache_write_1h_tokens: -2 }, 'cache_write_1h_tokens: -2'],
    [{ reasoning_tokens: -3 }, 'reasoning_tokens: -3'],
    [{ cost: -0.1 }, 'cost: -0.1'],
    [{ cost: null, input_tokens: -1 }, 'input_tokens: -1'],
  ])('which recordUsage was given: %j', (change: Partial<Usage>, given) => {
    expect(recordedUsage({ ...USAGE, ...change })).toEqual({
      ...unknown,
      cost: null,
      reason: `recordUsage was given ${given}`,
    });
  });

  test.each([0, 0.5])('and a cost of %d that the handler knows stays', (cost) => {
    expect(recordedUsage({ ...USAGE, input_tokens: missing, cost })).toEqual({ ...unknown, cost });
  });

  test('also without a provider', () => {
    expect(recordedUsage({ model: 'gpt-4o-mini', input_tokens: 1, output_tokens: -1 })).toEqual({
      model: 'gpt-4o-mini',
      input_tokens: null,
      output_tokens: null,
      cost: null,
      reason: 'recordUsage was given output_tokens: -1',
    });
  });
});

const usage = { model: 'm', input_tokens: 10, output_tokens: 5 };

test('cached tokens that cannot be part of the input are added to it', () => {
  expect(toSpanUsage({ ...usage, cache_read_tokens: 5000, cache_write_tokens: 7 })).toEqual({
    ...usage,
    input_tokens: 5017,
    cache_read_tokens: 5000,
    cache_write_tokens: 7,
  });
});

test('counts without cache and reasoning stay as they are', () => {
  const none = { model: 'm', input_tokens: 0, output_tokens: 0 };
  expect(toSpanUsage(none)).toStrictEqual(none);
  expect(toSpanUsage({ ...none, total_tokens: 0, isCacheIncluded: false })).toStrictEqual(none);
  expect(toSpanUsage({ ...usage, total_tokens: 15 })).toStrictEqual(usage);
});

test('the total shows how cached tokens are counted', () => {
  const cached = { ...usage, cache_read_tokens: 4 };
  expect(toSpanUsage({ ...cached, total_tokens: 19 }).input_tokens).toBe(14);
  expect(toSpanUsage({ ...cached, total_tokens: 15 }).input_tokens).toBe(10);
  expect(toSpanUsage(cached).input_tokens).toBe(10);
  expect(toSpanUsage({ ...cached, cache_read_tokens: 10 }).input_tokens).toBe(10);
});

test('a library may say how input is counted', () => {
  const cached = { ...usage, cache_read_tokens: 4 };
  expect(toSpanUsage({ ...cached, isCacheIncluded: false }).input_tokens).toBe(14);
  expect(toSpanUsage({ ...cached, isCacheIncluded: true }).input_tokens).toBe(10);
  expect(toSpanUsage({ ...cached, cache_read_tokens: 11, isCacheIncluded: true }).input_tokens).toBe(21);
});

test('tokens cached for an hour are part of those written', () => {
  expect(toSpanUsage({ ...usage, cache_write_1h_tokens: 6 })).toMatchObject({
    cache_write_tokens: 6,
    input_tokens: 10,
  });
});

test('reasoning is output as well', () => {
  expect(toSpanUsage({ ...usage, reasoning_tokens: 7 }).output_tokens).toBe(12);
  expect(toSpanUsage({ ...usage, reasoning_tokens: 3 }).output_tokens).toBe(5);
  expect(toSpanUsage({ ...usage, reasoning_tokens: 5 }).output_tokens).toBe(5);
  expect(toSpanUsage({ ...usage, reasoning_tokens: 3, total_tokens: 15 }).output_tokens).toBe(5);
  expect(toSpanUsage({ ...usage, reasoning_tokens: 3, total_tokens: 18 }).output_tokens).toBe(8);
});

test('unknown counts of a span stay unknown', () => {
  const unknown = { model: 'm', input_tokens: null, output_tokens: null };
  expect(toSpanUsage(unknown)).toEqual(unknown);
});
