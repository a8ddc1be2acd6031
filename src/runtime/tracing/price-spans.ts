import type { CallSpan, SpanUsage } from './call-trace.ts';

/** The tokens to price. */
export interface PricedUsage extends SpanUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
}

/** Returns the price of a model call in USD; `null` when it is unknown. */
export type PriceSource = (usage: PricedUsage, at: Date) => Promise<number | null>;

/** Fills in the cost of model calls, except where the author gave one. */
export async function priceSpans(spans: readonly CallSpan[], prices: PriceSource | undefined): Promise<CallSpan[]> {
  return await Promise.all(
    spans.map(async (span) => {
      const { usage } = span;
      if (usage === null || usage.cost !== undefined) return span;
      return { ...span, usage: { ...usage, cost: await priceOf(usage, span.endedAt, prices) } };
    }),
  );
}

async function priceOf(usage: SpanUsage, at: Date, prices: PriceSource | undefined): Promise<number | null> {
  const { input_tokens, output_tokens } = usage;
  if (prices === undefined || input_tokens === null || output_tokens === null) return null;
  return await prices({ ...usage, input_tokens, output_tokens }, at);
}
