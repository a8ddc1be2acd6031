import { type Client, createClient } from '../../src/client/create-client.ts';
import { inProcessTransport } from '../../src/client/transport/in-process-transport.ts';
import type { RunningService } from './start-service.ts';

/** Creates a client of a running service, whose requests stay in this process. */
export function clientOf(running: Pick<RunningService, 'service' | 'baseUrl' | 'keys'>): Client {
  return createClient({
    transport: inProcessTransport((request) => running.service.fetch(request)),
    baseUrl: running.baseUrl,
    credential: { key: running.keys.operator, form: 'apikey' },
  });
}

/** Returns the client of a service that has only the public endpoints. */
export function withoutExtensions(client: Client): Client {
  return { ...client, extensions: async () => null };
}
