import type OpenAI from 'openai';
import * as z from 'zod';
import type { EvaluatorTools, ModelUsage } from './evaluator-tools.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { PROVIDER_KEY_MISSING } from '../../contract/evaluations/evaluation-status.ts';
import { sumOrNull } from '../../foundation/numbers.ts';
import { userError, UserError } from '../../foundation/errors/wf-error.ts';

/** Cost of a judge's model calls in US dollars. One unknown cost makes the sum unknown. */
export type Expenses = ReturnType<typeof createExpenses>;

export function createExpenses() {
  const costs: (number | null)[] = [];
  return {
    add: (cost: number | null) => void costs.push(cost),
    total: () => sumOrNull(costs),
    calls: () => costs.length,
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

interface Provider {
  readonly apiKey: string;
  readonly baseUrl: string;
  /** The caller named the address, so its answers may be those of somebody else's server. */
  readonly isGiven: boolean;
  /** The service pays for its calls, not the caller. */
  readonly isOwn: boolean;
}

const OPENAI = 'https://api.openai.com/v1';
/** Local servers need no key, but the protocol requires one. */
export const NO_KEY = 'none';

/**
 * Finds the OpenAI-compatible endpoint for judges. Settings of the evaluation override the service's own; the service's
 * key is never sent to a URL from an evaluation.
 *
 * @throws {WF_INVALID_INPUT} when there is none, or its URL is invalid
 */
export async function findProvider({
  providerKeys,
  environment,
}: Pick<EvaluatorTools, 'providerKeys' | 'environment'>): Promise<Provider> {
  const own = await environment();
  const { OPENAI_API_KEY: givenKey, OPENAI_BASE_URL: givenUrl } = providerKeys;
  if (isSet(givenUrl)) {
    return { apiKey: isSet(givenKey) ? givenKey : NO_KEY, baseUrl: requireUrl(givenUrl), isGiven: true, isOwn: false };
  }
  const { OPENAI_API_KEY: ownKey, OPENAI_BASE_URL: ownUrl } = own;
  const key = isSet(givenKey) ? givenKey : ownKey;
  const isOwn = !isSet(givenKey);
  if (isSet(ownUrl)) {
    return { apiKey: isSet(key) ? key : NO_KEY, baseUrl: requireUrl(ownUrl), isGiven: false, isOwn };
  }
  if (isSet(key)) return { apiKey: key, baseUrl: OPENAI, isGiven: false, isOwn };
  const msg = 'OpenAI API key is required to run one or more of the specified evaluators';
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `${msg}.`,
    details: [{ loc: ['body', 'lm_providers_keys'], msg, type: PROVIDER_KEY_MISSING }],
    nextSteps: [
      'Set OPENAI_API_KEY where the service runs, and OPENAI_BASE_URL for another OpenAI-compatible endpoint',
      'wf eval run … --provider-keys OPENAI_API_KEY',
    ],
  });
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}

function requireUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw userError('WF_INVALID_INPUT', `OPENAI_BASE_URL is ${JSON.stringify(text)}, which is not an http(s) URL.`);
}
