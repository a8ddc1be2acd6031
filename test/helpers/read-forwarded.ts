import type { ForwardedRequest } from '../../src/service/hosting/hosting.ts';

/** Reads the body of a forwarded request as text. */
export async function readForwarded({ body }: ForwardedRequest): Promise<string> {
  // Forwarded bytes were read from a socket or written by the service: never shared memory.
  return await new Response(body as Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null).text();
}
