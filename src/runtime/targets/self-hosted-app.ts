import { createWorkflowApp, type PostableApp } from '../app/create-workflow-app.ts';
import type { CallClock } from '../call/call-clock.ts';
import { createTracing, type Tracing, type WatchRequests } from '../open-telemetry/create-tracing.ts';
import { modelPrices } from '../tracing/model-prices.ts';
import {
  cacheConfigurations,
  registryConfigurations,
  serviceConfigurations,
  type TargetVariables,
} from './service-configurations.ts';

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
