import type { Client, ExtendedClient } from '../../src/client/create-client.ts';

/** Returns the extended client of a service that has our extensions. */
export async function extended(client: Client): Promise<ExtendedClient> {
  const ours = await client.extensions();
  if (ours === null) throw new Error('The service has not shown the extensions of wf.');
  return ours;
}
