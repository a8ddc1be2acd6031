import { type Client, createClient } from '../../src/client/create-client.ts';
import { adaptClient } from '../../src/client/public/adapt-client.ts';
import { inProcessTransport } from './in-process-transport.ts';
import type { Role } from '../../src/contract/endpoint/endpoint.ts';
import type { RunningService } from './start-service.ts';

/** Creates a client of a running service, whose requests stay in this process. */
export function clientOf({ service, baseUrl, keys }: RunningService, role: Role = 'operator'): Client {
  return adaptClient(
    createClient({
      transport: inProcessTransport((request) => service.fetch(request)),
      baseUrl,
      credential: { key: keys[role], form: 'apikey' },
    }),
  );
}

/** Returns the client of a service that has only the public endpoints. */
export function withoutExtensions(client: Client): Client {
  return adaptClient({ ...client, extensions: async () => null });
}
