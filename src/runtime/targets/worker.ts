import { type CallClock, createCallClock } from '../call/call-clock.ts';
import { DEFAULT_CALL_TIMEOUT_MS, type PostableApp } from '../app/create-workflow-app.ts';
import { watchFetch } from '../model-calls/watch/watch-fetch.ts';
import { createSelfHostedApp, startTracing } from './self-hosted-app.ts';

const started = startTracing(watchFetch);

export interface Worker {
  fetch(this: void, request: Request, bindings: Readonly<Record<string, unknown>>): Promise<Response>;
}

/**
 * Creates a Cloudflare Worker from a workflow. It reads variables and secrets from the bindings of its first request.
 */
export function toWorker(workflow: Readonly<Record<string, unknown>>, application: string): Worker {
  let app: PostableApp | undefined;
  return {
    async fetch(request, bindings) {
      app ??= createSelfHostedApp(workflow, {
        application,
        variables: textsOf(bindings),
        started,
        clock: ownTimer,
      });
      return await app.fetch(request);
    },
  };
}

/** On Workers, a timer belongs to the request that created it and ends with it. */
const ownTimer: CallClock = (caller) => createCallClock(DEFAULT_CALL_TIMEOUT_MS)(caller);

function textsOf(bindings: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(bindings).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}
