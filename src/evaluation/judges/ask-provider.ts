import type OpenAI from 'openai';
import * as z from 'zod';
import type { EvaluatorTools, ModelUsage } from './evaluator-tools.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { findProvider } from './find-provider.ts';

/** What a judge's own model calls cost, in US dollars. One whose cost is unknown makes the sum unknown. */
export interface Expenses {
  readonly add: (cost: number | null) => void;
  readonly total: () => number | null;
}

/** Makes an account of what one verdict costs. */
export function createExpenses(): Expenses {
  let sum: number | null = 0;
  return {
    add: (cost) => {
      sum = sum === null || cost === null ? null : sum + cost;
    },
    total: () => sum,
  };
}

/** Longest wait for one answer of a model. */
const CALL_TIMEOUT_MS = 60_000;
const RETRIES = 4;
const MOST_BYTES = 8 * 1024 * 1024;

/** Makes the way to ask models: 408, 409, 429 and 5xx are tried again, with `Retry-After` and jitter. */
export async function createAsker(tools: EvaluatorTools): Promise<OpenAI> {
  const [{ apiKey, baseUrl }, { default: Client }] = await Promise.all([findProvider(tools), import('openai')]);
  return new Client({
    apiKey,
    baseURL: baseUrl,
    organization: null,
    project: null,
    maxRetries: RETRIES,
    timeout: CALL_TIMEOUT_MS,
    fetch: boundedFetch(MOST_BYTES),
  });
}

/** What a provider says of the tokens it counted; which of it is there, is not promised by every one. */
export const CountedTokens = z.object({
  prompt_tokens: z.number().nullish(),
  completion_tokens: z.number().nullish(),
  prompt_tokens_details: z.object({ cached_tokens: z.number().nullish() }).nullish(),
});
export type CountedTokens = z.infer<typeof CountedTokens>;

/** Prices a call; `null` when the provider did not count, or nobody knows the model's price. */
export async function priceOf(
  tools: EvaluatorTools,
  models: Pick<ModelUsage, 'model' | 'requestedModel'>,
  counted: CountedTokens | null | undefined,
): Promise<number | null> {
  const input = counted?.prompt_tokens;
  if (typeof input !== 'number') return null;
  const cached = counted?.prompt_tokens_details?.cached_tokens;
  return await tools.priceModel({
    ...models,
    input_tokens: input,
    output_tokens: counted?.completion_tokens ?? 0,
    ...(typeof cached === 'number' ? { cached_tokens: cached } : {}),
  });
}
