import { createTracing, type Tracing, type WatchRequests } from '../open-telemetry/create-tracing.ts';

/** Tracing that starts before the workflow loads. */
export interface StartedTracing {
  readonly tracing: Tracing;
  /** Names the workflow in exported spans. */
  readonly nameWorkflow: (this: void, name: string) => void;
}

/**
 * Starts tracing when the runtime's module loads, which the bundle imports before the workflow: a client that the workflow
 * creates at module level may keep the `fetch` that it finds, and a provider that it registers must find ours.
 *
 * @param watch - starts watching the platform's HTTP requests for calls of models
 */
export function startTracing(watch: WatchRequests): StartedTracing {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { tracing: createTracing(promise, watch), nameWorkflow: resolve };
}
