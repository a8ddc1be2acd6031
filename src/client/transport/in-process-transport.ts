import { BugError, isWfError } from '../../errors/wf-error.ts';
import type { Transport } from './transport.ts';

/**
 * Carries requests to a service in this process: no socket, no port.
 *
 * @param fetch - answers a web-standard request, as `service.fetch` does
 */
export function inProcessTransport(fetch: (request: Request) => Promise<Response>): Transport {
  return async ({ method, url, headers, body, signal }) => {
    // Uint8Array is a BodyInit at run time; the DOM types only admit views of a plain ArrayBuffer.
    const init = { method, headers, body: body as string | null, signal };
    const response = await fetch(new Request(url, init)).catch((error: unknown) => {
      // No network can be at fault here.
      throw isWfError(error) ? error : new BugError('The embedded service failed.', error);
    });
    return { status: response.status, headers: Object.fromEntries(response.headers), body: response.body ?? NOTHING };
  };
}

const NOTHING: AsyncIterable<Uint8Array> = {
  async *[Symbol.asyncIterator]() {
    // An answer without a body has no chunks.
  },
};
