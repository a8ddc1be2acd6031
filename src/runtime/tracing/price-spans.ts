import { omitUndefined } from '../../foundation/record.ts';
import type { CallSpan, SpanUsage } from './call-trace.ts';

export interface PricedUsage extends SpanUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
}

/** The price of a model call in USD; where it is unknown, why. */
export type Price =
  | { readonly cost: number; readonly provider?: string; readonly reason?: string }
  | { readonly cost: null; readonly reason: string };

/** Returns the price of a model call. It never rejects: a price must not fail the call that it is about. */
export type PriceSource = (usage: PricedUsage, at: Date) => Promise<Price>;

/** Fills in the cost of model calls, except where the author gave one. */
export async function priceSpans(spans: readonly CallSpan[], prices: PriceSource | undefined): Promise<CallSpan[]> {
  return await Promise.all(
    spans.map(async (span) => {
      const { usage } = span;
      if (usage === null || usage.cost !== undefined) return span;
      return { ...span, usage: withPrice(usage, await priceOf(usage, span.endedAt, prices)) };
    }),
  );
}

function withPrice(usage: SpanUsage, price: Price): SpanUsage {
  if (price.cost === null) return { ...usage, cost: null, reason: price.reason };
  const provider = usage.provider ?? price.provider;
  return { ...usage, ...omitUndefined({ cost: price.cost, provider, reason: price.reason }) };
}

async function priceOf(usage: SpanUsage, at: Date, prices: PriceSource | undefined): Promise<Price> {
  const { input_tokens, output_tokens } = usage;
  if (prices === undefined) return { cost: null, reason: 'there is no price list here' };
  if (input_tokens === null || output_tokens === null) return { cost: null, reason: missingTokens(usage) };
  return await prices({ ...usage, input_tokens, output_tokens }, at);
}

function missingTokens({ input_tokens, output_tokens }: SpanUsage): string {
  if (input_tokens === null && output_tokens === null) return 'the call reported no tokens';
  return `the call reported no ${input_tokens === null ? 'input' : 'output'} tokens`;
}
