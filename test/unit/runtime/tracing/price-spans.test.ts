import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createWorkflowApp } from '../../../../src/runtime/app/create-workflow-app.ts';
import type { CallSpan } from '../../../../src/runtime/tracing/call-trace.ts';
import { priceSpans, type PriceSource } from '../../../../src/runtime/tracing/price-spans.ts';
import { recordUsage, route } from '../../../../src/sdk/index.ts';
import type { Usage } from '../../../../src/sdk/context/usage.ts';
import { callWorkflow } from '../../../helpers/call-workflow.ts';

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

test.each([[{ input_tokens: null, output_tokens: 4 }], [{ input_tokens: 3, output_tokens: null }]])(
  'a call with %j has no price',
  async (tokens) => {
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
      { ...span, usage: { model: 'priced', ...tokens, cost: null, reason: 'the call reported no tokens' } },
    ]);
  },
);
