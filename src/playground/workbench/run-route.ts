import type { RouteAnswer } from '../../contract/deployments/route-schema.ts';
import type { Parameters } from '../../contract/variants/variant.ts';
import { readEventsByChunk } from '../../foundation/server-sent-events.ts';
import { fetchService } from '../service/fetch-service.ts';
import { messageOf, OWNER_CHANGE, RefusedRequest, SESSION_END } from '../service/request.ts';
import { type Outcome, sayEnd } from './outcome/outcome.ts';
import { useCallback, useRef, useState } from 'react';
import { announce } from '../elements/announcement.tsx';

export interface RunRouteOptions {
  /** Base path of the workflow's routes: `/services/{app}/{variant}`. */
  readonly base: string;
  readonly path: string;
  readonly config: Parameters;
  readonly inputs: Parameters;
  readonly signal: AbortSignal;
  readonly onChange: (outcome: Outcome) => void;
}

/** Calls a route and reports every change of the outcome. Never rejects. */
export async function runRoute(options: RunRouteOptions): Promise<void> {
  const { config, inputs, signal, onChange } = options;
  const sent = { config, inputs };
  const items: unknown[] = [];
  onChange({ state: 'running', items });
  try {
    onChange(await callRoute(options, items));
  } catch (error) {
    if (signal.aborted) return onChange({ state: 'cancelled', items });
    const {
      status = null,
      stackLines: stack = [],
      items: violations = [],
      tree = null,
    } = error instanceof RefusedRequest ? error : {};
    onChange({ state: 'failed', status, message: messageOf(error), stack, violations, tree, sent, items });
  }
}

async function callRoute(
  { base, path, config, inputs, signal, onChange }: RunRouteOptions,
  items: unknown[],
): Promise<Outcome> {
  const start = performance.now();
  const response = await fetchService(`${base}/playground/run${path === '/' ? '' : path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream, application/json' },
    body: JSON.stringify({ ...inputs, ag_config: config }),
    signal,
  });
  // The session's own state decides: a workflow may answer 401, too.
  if (response.status === 401) dispatchEvent(new Event(SESSION_END));
  if (!response.ok) throw await RefusedRequest.from(response);
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const answer =
    isStream && response.body !== null
      ? await readStream(response.body, items, () => onChange({ state: 'running', items: [...items] }))
      : ((await response.json()) as RouteAnswer); // a runtime of ours answered
  return { state: 'done', answer, seconds: (performance.now() - start) / 1000 };
}

async function readStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  items: unknown[],
  onItems: () => void,
): Promise<RouteAnswer> {
  for await (const events of readEventsByChunk(chunksOf(body))) {
    for (const { event: name, data } of events) {
      const value: unknown = JSON.parse(data);
      if (name === 'result') return value as RouteAnswer; // the event that ends a stream, in the shape of an answer
      if (name === 'error') throw RefusedRequest.ofEvent(value as { status: number; detail: unknown }); // the event of a failure
      items.push(value);
    }
    onItems();
  }
  throw RefusedRequest.ofEvent({ status: 502, detail: 'The stream ended without a result.' });
}

/**
 * Reads a body. Not by its own iterator, which not every browser has, nor by `EventSource`, which cannot send a body.
 *
 * @yields each chunk
 */
async function* chunksOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

export interface Run {
  readonly columnId: string;
  readonly base: string;
  readonly config: Parameters;
}

/** Gets the last outcome of each run, when all have ended. */
type OnEnd = (ended: readonly { readonly run: Run; readonly outcome: Outcome }[]) => void;

/** Runs a route with each column's configuration, and holds the outcomes. */
export function useRuns() {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const current = useRef<AbortController>(null);
  /** Starts all runs at once; cancels earlier ones. */
  const start = useCallback((path: string, inputs: Parameters, runs: readonly Run[], onEnd: OnEnd) => {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    const { signal } = controller;
    const begun = performance.now();
    // Also where another view is open by now: its answers are not stored for whoever is next.
    addEventListener(OWNER_CHANGE, () => controller.abort(), { signal });
    const all = runs.map(async (run) => {
      const { columnId, base, config } = run;
      let outcome: Outcome = { state: 'cancelled', items: [] };
      const onChange = (next: Outcome) => {
        outcome = next;
        // Ignores a run that a newer one replaced.
        if (current.current === controller) setOutcomes((before) => new Map(before).set(columnId, next));
      };
      await runRoute({ base, path, config, inputs, signal, onChange });
      return { run, outcome };
    });
    void Promise.all(all).then((ended) => {
      onEnd(ended);
      if (current.current === controller) announceEnd(ended, (performance.now() - begun) / 1000);
    });
  }, []);
  const cancel = useCallback(() => current.current?.abort(), []);
  const isRunning = [...outcomes.values()].some(({ state }) => state === 'running');
  return { outcomes, isRunning, start, cancel };
}

function announceEnd(ended: readonly { readonly outcome: Outcome }[], seconds: number): void {
  // The failure of a single one is an alert already.
  if (ended.length === 1 && ended[0]?.outcome.state === 'failed') return;
  const countOf = (state: Outcome['state']) => ended.filter(({ outcome }) => outcome.state === state).length;
  announce(sayEnd('configuration', { asked: ended.length, done: countOf('done'), failed: countOf('failed'), seconds }));
}
