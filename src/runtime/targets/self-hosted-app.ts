import { createWorkflowApp, type PostableApp } from '../app/create-workflow-app.ts';
import type { CallClock } from '../call/call-clock.ts';
import { createTracing, type Tracing, type WatchRequests } from '../open-telemetry/create-tracing.ts';
import { modelPrices } from '../tracing/model-prices.ts';
import * as z from 'zod';
import { parseJson } from '../../contract/validation/parse-json.ts';
import { ConfigResponse, type FetchConfig, type Reference } from '../../contract/variants/config.ts';
import { isWfError, ServiceError, userError, type UserError } from '../../foundation/errors/wf-error.ts';
import type { ConfigurationReference, ConfigurationSource } from '../../sdk/context/routing-context.ts';

export interface SelfHostedOptions {
  /** Name of the app, for calls that do not name it; `WF_APP` overrides it. */
  readonly application: string;
  readonly variables: TargetVariables;
  readonly started: StartedTracing;
  /** Left out: one timer watches all calls. */
  readonly clock?: CallClock;
}

/**
 * Serves a workflow outside of the service. Its deployed calls fetch their configurations from the service named by
 * `WF_BASE_URL` and `WF_API_KEY`; without them, they run with the code's defaults.
 */
export function createSelfHostedApp(
  workflow: Readonly<Record<string, unknown>>,
  { application, variables, started, clock }: SelfHostedOptions,
): PostableApp {
  const name = variables['WF_APP'] || application;
  started.nameWorkflow(name);
  const client = serviceConfigurations(variables);
  return createWorkflowApp(workflow, {
    tracer: started.tracing.tracer,
    prices: modelPrices,
    ...(client === null ? {} : { configurations: cacheConfigurations(registryConfigurations(client, name)) }),
    ...(clock === undefined ? {} : { clock }),
  });
}

/** Tracing that starts before the workflow loads. */
export interface StartedTracing {
  readonly tracing: Tracing;
  readonly nameWorkflow: (this: void, name: string) => void;
}

/**
 * Starts tracing when the runtime's module loads, which the bundle imports before the workflow: a client that the workflow
 * creates at module level may keep the `fetch` that it finds, and a provider that it registers must find ours.
 */
export function startTracing(watch: WatchRequests): StartedTracing {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { tracing: createTracing(promise, watch), nameWorkflow: resolve };
}

/** Variables that a self-hosted workflow reads. */
export type TargetVariables = Readonly<Record<string, string | undefined>>;

const TIMEOUT_MS = 10_000;

const Refusal = z.object({ detail: z.string() });

/**
 * Fetches configurations with the platform's own `fetch`: a bundle for any platform cannot contain Node's client.
 *
 * @returns `null` when `WF_BASE_URL` is not set
 * @throws {WF_INVALID_INPUT} when `WF_BASE_URL` is not an http address, or `WF_API_KEY` is missing
 */
export function serviceConfigurations(variables: TargetVariables): ConfigurationClient | null {
  const base = variables['WF_BASE_URL'];
  if (base === undefined || base === '') return null;
  const url = toAddress(base);
  const key = variables['WF_API_KEY'];
  if (key === undefined || key === '') throw invalid('WF_BASE_URL is set, but WF_API_KEY, the key for it, is not.');
  const headers = { authorization: `ApiKey ${key}`, 'content-type': 'application/json', accept: 'application/json' };
  return {
    async fetchConfig({ body, signal }) {
      const limit = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal === undefined ? [] : [signal])]);
      // A key is only ever sent to the address it was given for.
      const init = { method: 'POST', headers, body: JSON.stringify(body), signal: limit, redirect: 'manual' } as const;
      const response = await fetch(url, init);
      const text = await response.text();
      if (!response.ok) throw toError(response.status, text, url);
      const answer = ConfigResponse.safeParse(parseJson(text));
      if (answer.success) return answer.data;
      throw new ServiceError({
        code: 'WF_UNEXPECTED_ANSWER',
        message: `${url} did not answer with a configuration.`,
        status: response.status,
      });
    },
  };
}

/** Only an unknown reference is the caller's mistake; any other failure is the service's. */
function toError(status: number, text: string, url: string): ServiceError {
  const code = status === 404 ? 'WF_NOT_FOUND' : status === 401 || status === 403 ? 'WF_NOT_ALLOWED' : 'WF_FAILED';
  const detail = readDetail(text);
  const message =
    code === 'WF_NOT_FOUND' && detail !== null ? detail : `${url} answered ${status}: ${detail ?? text.slice(0, 200)}`;
  return new ServiceError({ code, message, status });
}

function readDetail(text: string): string | null {
  const parsed = Refusal.safeParse(parseJson(text));
  return parsed.success ? parsed.data.detail : null;
}

function toAddress(base: string): string {
  if (!URL.canParse(base) || !/^https?:$/.test(new URL(base).protocol)) {
    throw invalid(`WF_BASE_URL is ${JSON.stringify(base)}, which is not an http address.`);
  }
  return `${base.replace(/\/+$/, '')}/variants/configs/fetch`;
}

function invalid(message: string): UserError {
  return userError('WF_INVALID_INPUT', message);
}

export interface ConfigurationClient {
  fetchConfig(call: { readonly body: FetchConfig; readonly signal?: AbortSignal }): Promise<ConfigResponse>;
}

/**
 * Fetches configurations from a service, for a workflow that the service does not host.
 *
 * @param client - a client of the service
 * @param application - name of the app, for calls that do not name it
 * @source seed §4.7, facts §2.3
 */
export function registryConfigurations(client: ConfigurationClient, application: string): ConfigurationSource {
  return async (reference, { signal }) => {
    const { params, set_parameters } = await client.fetchConfig({
      body: toFetchConfig(reference, application),
      signal,
    });
    // This code's defaults fill in the rest: the service knows those of other code.
    return set_parameters ?? params;
  };
}

function toFetchConfig(reference: ConfigurationReference, application: string): FetchConfig {
  const { variant = null, environment = null, version = null, revision = null } = reference;
  return {
    application_ref: toReference(reference.application ?? application),
    variant_ref: revision === null ? toReference(variant, version) : { slug: null, version: null, id: revision },
    environment_ref: variant === null ? toReference(environment, version) : null,
  };
}

function toReference(slug: string | null, version: number | null = null): Reference | null {
  return slug === null ? null : { slug, version, id: null };
}

interface CacheOptions {
  /** Lifetime of a cached configuration, in ms. @defaultValue 5,000 */
  readonly freshMs?: number;
  /** Number of cached references. @defaultValue 1,000 */
  readonly limit?: number;
  /** @defaultValue `Date.now` */
  readonly now?: () => number;
}

interface CachedConfiguration {
  readonly config: Record<string, unknown>;
  readonly at: number;
}

/**
 * Caches the answers of a registry, so that calls do not wait for it, and keep working while it cannot be reached. When
 * the registry no longer knows a configuration, the cached one is dropped.
 */
export function cacheConfigurations(source: ConfigurationSource, options: CacheOptions = {}): ConfigurationSource {
  const { freshMs = 5000, limit = 1000, now = Date.now } = options;
  const known = new Map<string, CachedConfiguration>();
  return async (reference, call) => {
    const key = toKey(reference);
    const cached = known.get(key);
    if (cached !== undefined && now() - cached.at < freshMs) return cached.config;
    try {
      const config = await source(reference, call);
      known.delete(key);
      known.set(key, { config, at: now() });
      for (const [oldest] of known) if (known.size > limit) known.delete(oldest);
      return config;
    } catch (error) {
      const isRefusal = isWfError(error) && (error.code === 'WF_NOT_FOUND' || error.code === 'WF_NOT_ALLOWED');
      if (isRefusal) known.delete(key);
      if (isRefusal || cached === undefined) throw error;
      return cached.config;
    }
  };
}

function toKey({ application, variant, environment, version, revision }: ConfigurationReference): string {
  return JSON.stringify([application, variant, environment, version, revision]);
}
