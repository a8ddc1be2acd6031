import { type ClientOptions, createClient, type PublicClient } from '../../../src/client/create-client.ts';
import { inProcessTransport } from '../../helpers/in-process-transport.ts';

/** Creates a client of `https://host/api`, which gives every request this answer: text and bytes as they are, others as JSON. */
export function answering(body: unknown, init: ResponseInit = {}, options: Partial<ClientOptions> = {}): PublicClient {
  const transport = inProcessTransport(async () => {
    if (body === undefined) return new Response(null, init);
    if (typeof body === 'string' || body instanceof Uint8Array) return new Response(new Blob([body as string]), init); // either is content
    return Response.json(body, init);
  });
  return createClient({ transport, baseUrl: 'https://host/api', retries: 0, ...options });
}
