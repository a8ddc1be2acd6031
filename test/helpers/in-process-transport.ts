import type { Transport } from '../../src/client/transport/transport.ts';
import { embeddedTransport } from '../../src/use-cases/session/embedded-transport.ts';

/** Creates a transport to a handler of web requests in this process, such as `service.fetch`. */
export function inProcessTransport(fetch: (request: Request) => Promise<Response>): Transport {
  return embeddedTransport({ answer: async (request) => ({ kind: 'web', response: await fetch(request.toWeb()) }) });
}
