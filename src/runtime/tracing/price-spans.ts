import type { CallSpan, SpanUsage } from './call-trace.ts';

/** What a price is asked for. */
export interface PricedUsage extends SpanUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
}

/** Gives the price of a model call in USD; `null` when nobody knows it. */
export type PriceSource = (usage: PricedUsage, at: Date) => Promise<number | null>;

/** Fills in what model calls cost. A cost that the author gave is left as it is. */
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
