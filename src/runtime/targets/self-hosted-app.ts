import { type PostableApp, createWorkflowApp } from '../app/create-workflow-app.ts';
import type { CallClock } from '../call/call-clock.ts';
import { modelPrices } from '../tracing/model-prices.ts';
import { registryConfigurations } from './registry-configurations.ts';
import { cacheConfigurations } from './cache-configurations.ts';
import { serviceConfigurations, type TargetVariables } from './service-configurations.ts';
import type { StartedTracing } from './start-tracing.ts';

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
