import type { JudgedResult } from '../../contract/evaluations/result.ts';
import type { TestsetRow } from '../../contract/testsets/testset.ts';
import type { RetryPolicy } from '../../foundation/retry-policy.ts';

export interface ModelUsage {
  readonly model: string;
  /** The requested model, which may differ from the one that answered. */
  readonly requestedModel: string;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly provider?: string;
  /** Of the input tokens, those read from the provider's cache, and written to it. */
  readonly cache_read_tokens?: number;
  readonly cache_write_tokens?: number;
  /** Of the output tokens. */
  readonly reasoning_tokens?: number;
  readonly batch?: boolean;
  readonly service_tier?: string;
}

/** What evaluators need to call models, and to compute what takes long. */
export interface EvaluatorTools {
  /** Keys and URLs of model providers sent with the evaluation, by their names in the interface. */
  readonly providerKeys: Readonly<Record<string, string>>;
  /** The service's own: `OPENAI_API_KEY` and `OPENAI_BASE_URL` are read. */
  readonly environment: () => Promise<Readonly<Record<string, string | undefined>>>;
  /** US dollars; `null` when unknown. */
  readonly priceModel: (usage: ModelUsage) => Promise<number | null>;
  /** Sends requests to addresses that callers name; `null`: to any address. */
  readonly fetch: typeof fetch | null;
  /** Computes scores that may take long; `null`: this process computes them. */
  readonly heavyWork: HeavyWork | null;
  /** Counts a model call with the service's own provider key; throws when this API key may make no more. */
  readonly countModelCall: (keyId: string) => Promise<void>;
  /** Id of the API key that model calls count for; `null`: nobody's. */
  readonly keyId: string | null;
  /** Retries and time limits of calls of models. @defaultValue `JUDGE_POLICY` */
  readonly policy?: RetryPolicy;
  /** Callers take turns in using `heavyWork`. */
  readonly caller: string;
}

/** Tools where no model can be called. */
export const NO_TOOLS: EvaluatorTools = {
  providerKeys: {},
  environment: async () => ({}),
  priceModel: async () => null,
  fetch: null,
  heavyWork: null,
  countModelCall: async () => undefined,
  keyId: null,
  caller: '',
};

/** An evaluator and its checked settings, as they are sent to another process. */
export interface SentEvaluator {
  readonly key: string;
  /** JSON, written once for all rows. */
  readonly settings: string;
  readonly caller: string;
}

export interface SentRow {
  readonly output?: unknown;
  readonly row: TestsetRow;
}

/**
 * Computes what may take long, or more memory than there is, in processes that can be killed. A request's input decides
 * how long an evaluator computes, and nobody else's request waits for it.
 */
export interface HeavyWork {
  /** Scores a row. Work that exceeds a limit is a result of type error. @throws only the signal's reason */
  score(this: void, evaluator: SentEvaluator, sent: SentRow, signal?: AbortSignal): Promise<JudgedResult>;
  /** Checks settings beyond their template; `null`: no problem. */
  check(this: void, evaluator: SentEvaluator): Promise<{ readonly setting: string; readonly message: string } | null>;
}
