import type { Client } from '../../client/create-client.ts';
import type { Profile } from '../../contract/keys/profile.ts';
import type { Settings } from '../../project/resolve-settings.ts';

export interface Identity extends Profile {
  /** `null`: the service inside this process. */
  readonly base_url: string | null;
  /** Source of the key; `null`: no key is needed. */
  readonly key_from: string | null;
}

/** Asks the service who the current key belongs to. */
export async function whoAmI(client: Client, settings: Settings): Promise<Identity> {
  const profile = await client.getProfile({});
  return { ...profile, base_url: settings.baseUrl.value, key_from: settings.keyOrigin?.name ?? null };
}
