import { type PostableApp, createWorkflowApp } from '../app/create-workflow-app.ts';
import type { CallClock } from '../call/call-clock.ts';
import { modelPrices } from '../tracing/model-prices.ts';
import { createTracing, type Tracing, type WatchRequests } from '../open-telemetry/create-tracing.ts';
import { registryConfigurations } from './registry-configurations.ts';
import { cacheConfigurations } from './cache-configurations.ts';
import { serviceConfigurations, type TargetVariables } from './service-configurations.ts';

export interface SelfHostedOptions {
  /** Name of the app, for calls that do not name it; `WF_APP` overrides it. */
  readonly application: string;
  readonly variables: TargetVariables;
  /** Starts watching the platform's HTTP requests for calls of models. */
  readonly watch: WatchRequests;
  /** Left out: one timer watches all calls. */
  readonly clock?: CallClock;
}

export interface SelfHostedApp {
  readonly app: PostableApp;
  readonly tracing: Tracing;
}

/**
 * Serves a workflow outside of the service. Its deployed calls fetch their configurations from the service named by
 * `WF_BASE_URL` and `WF_API_KEY`; without them, they run with the code's defaults.
 */
export function createSelfHostedApp(
  workflow: Readonly<Record<string, unknown>>,
  { application, variables, watch, clock }: SelfHostedOptions,
): SelfHostedApp {
  const name = variables['WF_APP'] || application;
  const tracing = createTracing(name, watch);
  const client = serviceConfigurations(variables);
  const app = createWorkflowApp(workflow, {
    tracer: tracing.tracer,
    prices: modelPrices,
    ...(client === null ? {} : { configurations: cacheConfigurations(registryConfigurations(client, name)) }),
    ...(clock === undefined ? {} : { clock }),
  });
  return { app, tracing };
}
