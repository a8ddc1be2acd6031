import type { Client, PublicClient } from '../../src/client/create-client.ts';

/** Returns the extended client of a service that has our extensions. */
export async function extended(client: Pick<PublicClient, 'extensions'>): Promise<Client> {
  const ours = await client.extensions();
  if (ours === null) throw new Error('The service has not shown the extensions of wf.');
  return ours;
}
