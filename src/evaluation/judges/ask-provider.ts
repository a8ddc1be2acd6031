import { setTimeout as sleep } from 'node:timers/promises';
import type OpenAI from 'openai';
import * as z from 'zod';
import type { EvaluatorTools, ModelUsage } from './evaluator-tools.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { PROVIDER_KEY_MISSING } from '../../contract/evaluations/evaluation-status.ts';
import { sumOrNull } from '../../foundation/numbers.ts';
import { userError, UserError } from '../../foundation/errors/wf-error.ts';
import { MAX_TIMER_MS, startTimeLimit } from '../../foundation/abort.ts';
import { findProviderTrouble, isUnsent } from '../../foundation/errors/provider-trouble.ts';
import { callLimitMessage, type RetryPolicy, tookTooLong, waitMs } from '../../foundation/retry-policy.ts';
import { JUDGE_ANSWER } from '../../foundation/sizes.ts';

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

/** How models are called where nobody said otherwise. */
export const JUDGE_POLICY: RetryPolicy = { retries: 3, retryDelayMs: 500, callTimeoutMs: 60_000 };
const MAX_BYTES = JUDGE_ANSWER.most;

/** The client for models, and whether its messages may quote the answers. */
export interface Asker {
  readonly client: OpenAI;
  readonly mayQuote: boolean;
  /** Counts a call that the service pays for; throws when the caller may make no more. */
  readonly count: () => Promise<void>;
  readonly policy: RetryPolicy;
}

/** Creates the client for models, which sends a request once: {@link askProvider} decides what is sent again. */
export async function createAsker(tools: EvaluatorTools): Promise<Asker> {
  const [provider, { default: Client }] = await Promise.all([findProvider(tools), import('openai')]);
  const { apiKey, baseUrl, isGiven, isOwn } = provider;
  const { keyId, policy = JUDGE_POLICY } = tools;
  const client = new Client({
    apiKey,
    baseURL: baseUrl,
    organization: null,
    project: null,
    maxRetries: 0,
    // `askProvider` ends it, also while it answers.
    timeout: MAX_TIMER_MS,
    fetch: boundedFetch(MAX_BYTES, isGiven ? tools.fetch : null),
  });
  const count = async () => {
    if (isOwn && keyId !== null) await tools.countModelCall(keyId);
  };
  return { client, mayQuote: !isGiven || tools.fetch === null, count, policy };
}

/**
 * Sends a request to a provider, and sends it again after a failure that may pass. A request that broke off, or took too
 * long, may be paid for, so its cost is unknown.
 *
 * @throws what the last attempt threw
 */
export async function askProvider(
  { policy, count }: Asker,
  { expenses, signal }: { readonly expenses: Expenses; readonly signal: AbortSignal | undefined },
  send: (signal: AbortSignal) => Promise<unknown>,
): Promise<unknown> {
  await count();
  const outer = signal ?? new AbortController().signal;
  for (let attempt = 0; ; attempt += 1) {
    using time = startTimeLimit(policy.callTimeoutMs, outer, tookTooLong);
    try {
      return await send(time.signal);
    } catch (error) {
      outer.throwIfAborted();
      if (time.isOver || isBroken(error)) expenses.add(null);
      const limit = callLimitMessage(policy.callTimeoutMs, policy !== JUDGE_POLICY);
      if (time.isOver) throw new DOMException(limit, 'TimeoutError');
      const trouble = findProviderTrouble(error, Date.now());
      if (trouble === null || attempt >= policy.retries) throw error;
      await sleep(waitMs(trouble.retryAfterMs, attempt, policy, Math.random()), undefined, { signal: outer });
    }
  }
}

/** The connection broke after the request was sent. */
function isBroken(error: unknown): boolean {
  const trouble = findProviderTrouble(error, Date.now());
  return trouble !== null && trouble.status === null && !isUnsent(error);
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
