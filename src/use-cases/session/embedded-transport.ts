import type { Transport, WireRequest, WireResponse } from '../../client/transport/transport.ts';
import { BugError, isWfError } from '../../foundation/errors/wf-error.ts';
import type { Outcome } from '../../service/request/run-operation.ts';
import type { PlainRequest } from '../../service/serve/create-service.ts';

export interface EmbeddedTransportOptions {
  /** Answers in this process, as `Service.answer` does. */
  readonly answer: (request: PlainRequest) => Promise<Outcome>;
  /** The internal error behind a failed request, by the request's id. */
  readonly failureOf?: (requestId: string) => unknown;
}

/**
 * Creates a transport to a service or a workflow in this process, without a socket: requests are plain objects.
 *
 * @remarks Avoids Node's `fetch`: loading it takes a fifth of a short command's time.
 */
export function embeddedTransport({ answer, failureOf = () => undefined }: EmbeddedTransportOptions): Transport {
  return async (request) => {
    const outcome = await answer(toPlainRequest(request)).catch((error: unknown) => {
      // There is no network to blame: an unexpected error is our bug.
      throw isWfError(error) ? error : new BugError('The embedded service failed.', error);
    });
    const response = toWireResponse(outcome);
    // There is no server log to look in, so the command reports the real error.
    const failure = failureOf(response.headers['x-request-id'] ?? '');
    if (isWfError(failure)) throw failure;
    return response;
  };
}

function toPlainRequest({ method, url, headers, body, signal }: WireRequest): PlainRequest {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const fields = new Map(Object.entries(headers));
  return {
    method,
    url: url.href,
    headers: {
      get: (name) => fields.get(name.toLowerCase()) ?? null,
      has: (name) => fields.has(name.toLowerCase()),
    },
    body: bytes === null ? null : inOneChunk(bytes),
    signal,
    arrayBuffer: async () => new Uint8Array(bytes ?? []).buffer,
    // Uint8Array is a BodyInit at run time; the DOM types only admit views of a plain ArrayBuffer.
    toWeb: () => new Request(url, { method, headers, body: body as string | null, signal }),
  };
}

function toWireResponse(outcome: Outcome): WireResponse {
  if (outcome.kind === 'web') {
    const { status, headers, body } = outcome.response;
    return { status, headers: Object.fromEntries(headers), body: body ?? inOneChunk('') };
  }
  const { status, headers, body } = outcome.answer;
  return {
    status,
    headers,
    body: typeof body === 'string' || body instanceof Uint8Array ? inOneChunk(body) : (body ?? inOneChunk('')),
  };
}

/** @yields the whole body, or nothing if it is empty */
async function* inOneChunk(body: string | Uint8Array): AsyncGenerator<Uint8Array, void> {
  if (body.length > 0) yield typeof body === 'string' ? Buffer.from(body) : body;
}
