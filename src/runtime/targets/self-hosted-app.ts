import { createWorkflowApp, type PostableApp } from '../app/create-workflow-app.ts';
import type { CallClock } from '../call/call-clock.ts';
import { createTracing, type Tracing, type WatchRequests } from '../open-telemetry/create-tracing.ts';
import { modelPrices } from '../tracing/model-prices.ts';
import { isWfError } from '../../foundation/errors/wf-error.ts';
import { wholeParameters } from '../../contract/deployments/route-fields.ts';
import { registryConfigurations, serviceConfigurations } from '../../sdk/context/registry.ts';
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
  const app = createWorkflowApp(workflow, {
    tracer: started.tracing.tracer,
    prices: modelPrices,
    ...(client === null ? {} : { configurations: cacheConfigurations(fillIn(registryConfigurations(client, name))) }),
    ...(clock === undefined ? {} : { clock }),
  });
  /** What nobody set follows this code, also for a handler that asks without a schema. */
  function fillIn(source: ConfigurationSource): ConfigurationSource {
    return async (reference, call) => wholeParameters(app.describe(), await source(reference, call));
  }
  return app;
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
