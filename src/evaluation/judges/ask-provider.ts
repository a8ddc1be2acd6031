import type OpenAI from 'openai';
import * as z from 'zod';
import type { EvaluatorTools, ModelUsage } from './evaluator-tools.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { findProvider } from './find-provider.ts';

/** Cost of a judge's model calls in US dollars. One unknown cost makes the sum unknown. */
export interface Expenses {
  readonly add: (cost: number | null) => void;
  readonly total: () => number | null;
  /** Number of calls. */
  readonly calls: () => number;
}

/** Creates an account of the cost of one verdict. */
export function createExpenses(): Expenses {
  let sum: number | null = 0;
  let calls = 0;
  return {
    add: (cost) => {
      calls += 1;
      sum = sum === null || cost === null ? null : sum + cost;
    },
    total: () => sum,
    calls: () => calls,
  };
}

/** Time limit for one answer of a model. */
const CALL_TIMEOUT_MS = 60_000;
const RETRIES = 4;
const MAX_BYTES = 8 * 1024 * 1024;

/** The client for models, and whether its messages may quote the answers. */
export interface Asker {
  readonly client: OpenAI;
  readonly mayQuote: boolean;
  /** Counts a call that the service pays for; throws when the caller may make no more. */
  readonly count: () => Promise<void>;
}

/** Creates the client for models. It retries 408, 409, 429 and 5xx, with `Retry-After` and jitter. */
export async function createAsker(tools: EvaluatorTools): Promise<Asker> {
  const [provider, { default: Client }] = await Promise.all([findProvider(tools), import('openai')]);
  const { apiKey, baseUrl, isGiven, isOwn } = provider;
  const { keyId } = tools;
  const client = new Client({
    apiKey,
    baseURL: baseUrl,
    organization: null,
    project: null,
    maxRetries: RETRIES,
    timeout: CALL_TIMEOUT_MS,
    fetch: boundedFetch(MAX_BYTES, isGiven ? tools.fetch : null),
  });
  const count = async () => {
    if (isOwn && keyId !== null) await tools.countModelCall(keyId);
  };
  return { client, mayQuote: !isGiven || tools.fetch === null, count };
}

/** Token counts as providers report them; not every provider reports all. */
export const CountedTokens = z.object({
  prompt_tokens: z.number().nullish(),
  completion_tokens: z.number().nullish(),
  prompt_tokens_details: z.object({ cached_tokens: z.number().nullish() }).nullish(),
});
export type CountedTokens = z.infer<typeof CountedTokens>;

/** Prices a call; `null` when the token counts or the model's price are unknown. */
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
    // A part cannot exceed the whole; a provider that counts cached tokens apart has no such field.
    ...(typeof cached === 'number' ? { cache_read_tokens: Math.min(cached, input) } : {}),
  });
}
