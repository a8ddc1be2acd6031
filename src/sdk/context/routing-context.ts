import { AsyncLocalStorage } from 'node:async_hooks';
import type { ConfigurationReference } from '../../contract/variants/config.ts';

/** Identifies a record by any of these. @source seed §4.7: an object with string keys; facts §2.3 */
export interface RoutingReference {
  /** Its id; used when there is no `slug`. */
  readonly id?: string | null;
  /** Its name; wins over `id`. */
  readonly slug?: string | null;
  /** Its revision, from 1. @defaultValue the newest */
  readonly version?: string | number | null;
}

export type { ConfigurationReference };

/**
 * Fetches a configuration from a registry.
 *
 * @param reference - identifies the configuration
 * @param call - the current call; its signal fires when the result is no longer needed
 * @returns the configuration's values by field
 * @throws {WF_NOT_FOUND} when the registry has no such configuration
 * @source seed §4.7
 */
export type ConfigurationSource = (
  reference: ConfigurationReference,
  call: { readonly signal: AbortSignal },
) => Promise<Record<string, unknown>>;

/** Routing information for `routingContextManager`. @source seed §4.7 */
export interface RoutingInformation {
  /** The configuration itself; unless it is empty, the registry is not used. @defaultValue fetched from the registry */
  readonly config?: Readonly<Record<string, unknown>> | null;
  /** The app whose registry entries are used. @defaultValue none */
  readonly application?: RoutingReference | null;
  /** The variant whose configuration is fetched; wins over `environment`. @defaultValue none */
  readonly variant?: RoutingReference | null;
  /** The environment whose configuration is fetched. @defaultValue `production` */
  readonly environment?: RoutingReference | null;
}

/** Routing information and what the runtime provides for a call. */
export interface RoutingContext extends RoutingInformation {
  readonly configurations?: ConfigurationSource | undefined;
  /** Path of the route that runs; its own values win over those of all routes. */
  readonly route?: string | undefined;
  /** Whether `config` came from the registry, so that asking again would be in vain. */
  readonly isFetched?: boolean;
  readonly recordUsage?: ((usage: Usage) => void) | undefined;
  /** The current call; its signal fires when the time limit expires or the caller cancels. */
  readonly call?: { readonly signal: AbortSignal } | undefined;
}

const STORAGE: unique symbol = Symbol.for('wf.routing-context');

/** The part of `AsyncLocalStorage` that we use, so that an author's type check does not need Node's types. */
export interface RoutingStorage {
  getStore(): RoutingContext | undefined;
  run<R, A extends readonly unknown[]>(context: RoutingContext, run: (...parameters: A) => R, ...parameters: A): R;
}

/**
 * Returns the storage behind every routing context. It is on `globalThis`, not in this module: a bundled workflow may
 * contain its own copy of the SDK, and with two storages the copies would silently not see each other's contexts.
 */
export function routingStorage(): RoutingStorage {
  // Only this function writes under this symbol.
  const holder = globalThis as { [STORAGE]?: RoutingStorage };
  holder[STORAGE] ??= new AsyncLocalStorage<RoutingContext>();
  return holder[STORAGE];
}

/** Returns the current context, or `null` outside of one. */
export function currentRoutingContext(): RoutingContext | null {
  return routingStorage().getStore() ?? null;
}

/**
 * Runs a function with routing information, which applies at any depth below it.
 *
 * @param information - the configuration, or references to fetch it by; omitted fields are unset, not inherited
 * @param run - the function to run, synchronous or asynchronous
 * @returns what `run` returns
 * @source seed §4.7 `routing_context_manager`
 * @example
 * ```ts
 * import { ConfigManager, routingContextManager } from 'wfkit';
 *
 * export const config = await routingContextManager({ config: { tone: 'formal' } }, () =>
 * ConfigManager.getFromRoute());
 * ```
 */
export function routingContextManager<R>(information: RoutingInformation, run: () => R): R {
  const { config = null, application = null, variant = null, environment = null } = information;
  const { configurations, route, recordUsage, call } = currentRoutingContext() ?? {};
  const context = { config, application, variant, environment, configurations, route, recordUsage, call };
  return routingStorage().run(context, run);
}

/**
 * Records the tokens of one model call for the current route call. Outside a route call it does nothing, so that the
 * same code runs in tests and scripts. It never throws: a count that is negative or not a number makes the cost of the call
 * unknown, with that reason.
 *
 * @param usage - model, number of input and output tokens (0 or more), those cached, and cost in USD (0 or more) if known
 * @source design §3
 * @example
 * ```ts
 * import { recordUsage } from 'wfkit';
 *
 * recordUsage({ model: 'gpt-6-luna', input_tokens: 120, output_tokens: 48 });
 * ```
 */
export function recordUsage(usage: Usage): void {
  currentRoutingContext()?.recordUsage?.({ ...usage });
}

/** Number of tokens of one model call, and its cost if known. @source design §3 */
export interface Usage {
  /** Id of the model, as in `gpt-6-luna`. */
  readonly model: string;
  /** Number of input tokens, 0 or more. */
  readonly input_tokens: number;
  /** Number of output tokens, 0 or more. */
  readonly output_tokens: number;
  /**
   * Provider that was called, as in `openai`, `anthropic` or `aws.bedrock`. A provider without a known price makes the cost
   * unknown, whatever the model is called.
   *
   * @defaultValue the provider that the model's name belongs to
   */
  readonly provider?: string;
  /** Number of input tokens read from the provider's cache. @defaultValue 0 */
  readonly cache_read_tokens?: number;
  /** Number of input tokens written to the provider's cache. @defaultValue 0 */
  readonly cache_write_tokens?: number;
  /** Those of `cache_write_tokens` that the cache keeps for an hour, which some providers charge more for. @defaultValue 0 */
  readonly cache_write_1h_tokens?: number;
  /**
   * Whether `input_tokens` counts the cached ones as well, as OpenAI and Google do. Anthropic counts them apart.
   *
   * @defaultValue true, unless more tokens are cached than `input_tokens`
   */
  readonly input_includes_cache?: boolean;
  /** Number of output tokens that the model used for reasoning. @defaultValue 0 */
  readonly reasoning_tokens?: number;
  /**
   * Those of the tokens that cost more or less than text, and searches. Each is also counted in `input_tokens`,
   * `output_tokens` or `cache_read_tokens`; searches are not tokens.
   *
   * @defaultValue all tokens are text, and nothing was searched
   */
  readonly details?: UsageDetails;
  /** Whether it was part of a batch, which providers charge less for. @defaultValue false */
  readonly batch?: boolean;
  /** Service tier that answered, as in `flex` or `priority`. @defaultValue the standard one */
  readonly service_tier?: string;
  /**
   * Cost in USD, 0 or more. Omit it if you do not know it: an unknown cost is not 0.
   *
   * @defaultValue computed from the model's public price
   */
  readonly cost?: number | null;
}

/** Parts of a model call that have prices of their own: numbers of tokens, or of searches. @source wf */
export type UsageDetails = Readonly<Partial<Record<UsageDetail, number>>>;

export type UsageDetail =
  | 'input_audio_tokens'
  | 'cache_audio_read_tokens'
  | 'output_audio_tokens'
  | 'input_image_tokens'
  | 'cache_image_read_tokens'
  | 'output_image_tokens'
  | 'input_video_tokens'
  | 'output_video_tokens'
  | 'web_searches'
  | 'storage_searches';
