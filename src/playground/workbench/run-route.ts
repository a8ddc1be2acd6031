import type { RouteAnswer } from '../../contract/deployments/route-schema.ts';
import type { Parameters } from '../../contract/variants/variant.ts';
import { readEventsByChunk } from '../../foundation/server-sent-events.ts';
import { fetchService } from '../service/fetch-service.ts';
import { messageOf, RefusedRequest } from '../service/request.ts';
import type { Outcome } from './outcome/outcome.ts';

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
    if (!(error instanceof RefusedRequest)) {
      return onChange({
        state: 'failed',
        status: null,
        message: messageOf(error),
        stack: [],
        violations: [],
        sent,
        items,
      });
    }
    const { status, message, stackLines, items: violations } = error;
    onChange({ state: 'failed', status, message, stack: stackLines, violations, sent, items });
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
