import type { Client } from '../../client/create-client.ts';
import type { App } from '../../contract/apps/app.ts';
import type { Key } from '../../contract/keys/key.ts';
import { findRecord } from '../records/find-record.ts';
import { confirmDeletion } from '../records/confirm-write.ts';
import { withNextSteps } from '../session/with-next-steps.ts';

/** Keys of a service, and the apps that keys of some apps may reach. */
export interface ListedKeys {
  readonly keys: Key[];
  readonly apps: readonly App[];
}

/** Lists the keys. The apps are read only where a key names some. */
export async function listKeys(client: Client): Promise<ListedKeys> {
  const keys = await client.listKeys({});
  const namesApps = keys.some(({ app_ids }) => app_ids != null);
  return { keys, apps: namesApps ? await client.listApps({}) : [] };
}

/**
 * Finds a key by its name or prefix.
 *
 * @throws {WF_NOT_FOUND} when no key has that name or prefix
 * @throws {WF_USAGE} when several have that name
 */
export async function resolveKey(client: Client, typed: string): Promise<Key> {
  return findRecord({
    kind: 'key',
    typed,
    records: await client.listKeys({}),
    idOf: ({ prefix }) => prefix,
    nameOf: ({ name }) => name,
    nextSteps: ['wf keys list'],
  });
}

/**
 * Revokes a key.
 *
 * @returns a warning if the result could not be read back
 * @throws {WF_CONFLICT} when it is the last operator key
 * @throws {WF_UNEXPECTED_ANSWER} when the service confirms the request and still lists the key
 */
export async function revokeKey(client: Client, { prefix, name }: Key): Promise<string | null> {
  const steps = { WF_CONFLICT: ['wf keys create NAME --role operator'] };
  await withNextSteps(client.deleteKey({ key_prefix: prefix }), steps);
  return await confirmDeletion({
    client,
    what: `key ${name}`,
    list: async () => (await client.listKeys({})).map((key) => key.prefix),
    id: prefix,
    nextStep: 'wf keys list',
  });
}
