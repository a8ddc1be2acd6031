import { loadOnce } from '../../foundation/load-once.ts';
import type { RequestInfo, RequestInit } from 'undici';

/**
 * Creates a `fetch` that fails on answers longer than `maxBytes` and follows no redirects.
 *
 * @param sender - sends the requests; `null`: connects to any address
 */
export function boundedFetch(maxBytes: number, sender: typeof fetch | null = null): typeof fetch {
  const created = loadOnce(loadFetch);
  return async (input, init) => {
    const send = sender ?? (await created.get());
    const response = await send(input, { ...init, redirect: 'manual' });
    if (response.body === null) return response;
    const bounded = response.body.pipeThrough(limitTo(maxBytes));
    const { status, statusText } = response;
    return new Response(bounded, { status, statusText, headers: [...response.headers] });
  };
}

/** Loads undici on first use, because most evaluations use no judge. */
async function loadFetch(): Promise<typeof fetch> {
  // In split bundles, a CommonJS module has its exports only under `default`.
  const {
    default: { Agent, fetch: send },
  } = await import('undici');
  // All requests of wf are HTTP/1.1.
  const dispatcher = new Agent({ allowH2: false });
  return async (input, init) => {
    // The same standard in two declarations: undici's own, and the DOM's.
    const response: unknown = await send(input as RequestInfo, { ...(init as RequestInit), dispatcher });
    return response as Response;
  };
}

function limitTo(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let seen = 0;
  return new TransformStream({
    transform(chunk, controller) {
      seen += chunk.byteLength;
      if (seen > maxBytes) controller.error(new Error(`The answer is longer than ${maxBytes} bytes.`));
      else controller.enqueue(chunk);
    },
  });
}
