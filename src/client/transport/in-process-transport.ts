import { BugError, isWfError } from '../../foundation/errors/wf-error.ts';
import type { Transport } from './transport.ts';

/**
 * Creates a transport to a service in this process, without a socket or a port.
 *
 * @param fetch - handles a web-standard request, as `service.fetch` does
 */
export function inProcessTransport(fetch: (request: Request) => Promise<Response>): Transport {
  return async ({ method, url, headers, body, signal }) => {
    // Uint8Array is a BodyInit at run time; the DOM types allow only views of a plain ArrayBuffer.
    const init = { method, headers, body: body as string | null, signal };
    const response = await fetch(new Request(url, init)).catch((error: unknown) => {
      // No network is involved, so this is a bug.
      throw isWfError(error) ? error : new BugError('The embedded service failed.', error);
    });
    return { status: response.status, headers: Object.fromEntries(response.headers), body: response.body ?? NOTHING };
  };
}

const NOTHING: AsyncIterable<Uint8Array> = {
  async *[Symbol.asyncIterator]() {
    // A response without a body has no chunks.
  },
};
