import { openCredentials } from './credential-store.ts';
import type { Setting } from './settings.ts';

export interface FindKeyOptions {
  readonly baseUrl: Setting<string | null>;
  readonly profile: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder of the user's own settings and keys. */
  readonly configDir: string;
}

export interface FoundKey {
  readonly key: Setting<string> | null;
  /** Why a key that is there is not used. */
  readonly warnings: readonly string[];
}

/**
 * Finds the key for a service: `WF_API_KEY`, else the one stored for the address's origin.
 *
 * A project file comes with the code, whose author may be anybody. So the variable's key, which says nothing of where it
 * belongs, goes only to an address that the user gave: by flag, by `WF_BASE_URL`, or in a profile.
 *
 * @source design §2, settings
 */
export async function findKey({ baseUrl, profile, env, configDir }: FindKeyOptions): Promise<FoundKey> {
  if (baseUrl.value === null) return { key: null, warnings: [] };
  const variable = env['WF_API_KEY']?.trim() ?? '';
  const isUsersAddress = baseUrl.origin.kind !== 'project';
  if (variable !== '' && isUsersAddress) {
    return { key: { value: variable, origin: { kind: 'environment', name: 'WF_API_KEY' } }, warnings: [] };
  }
  const credentials = openCredentials(configDir);
  const stored = await credentials.find(baseUrl.value, profile);
  const key: Setting<string> | null =
    stored === null
      ? null
      : { value: stored.key, origin: { kind: 'profile', name: `${profile} (${credentials.file})` } };
  return { key, warnings: variable === '' || key !== null ? [] : [withheld(baseUrl.value, baseUrl.origin.name)] };
}

function withheld(address: string, projectFile: string): string {
  return (
    `WF_API_KEY is not sent to ${address}, because that address comes from ${projectFile}. ` +
    `If the key is meant for it, set WF_BASE_URL=${address} as well.`
  );
}
