import { openCredentials, type StoredCredential } from './credential-store.ts';
import type { Keychain } from './system-keychain.ts';
import type { Setting } from './settings.ts';

export interface FindKeyOptions {
  readonly baseUrl: Setting<string | null>;
  readonly profile: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder of the user's own settings and keys. */
  readonly configDir: string;
  /** Opens the system's keychain, asked only when it keeps the key. */
  readonly openKeychain?: () => Promise<Keychain | null>;
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
export async function findKey(options: FindKeyOptions): Promise<FoundKey> {
  const { baseUrl, profile, env, configDir } = options;
  if (baseUrl.value === null) return { key: null, warnings: [] };
  const variable = env['WF_API_KEY']?.trim() ?? '';
  const isUsersAddress = baseUrl.origin.kind !== 'project';
  if (variable !== '' && isUsersAddress) {
    return { key: { value: variable, origin: { kind: 'environment', name: 'WF_API_KEY' } }, warnings: [] };
  }
  const credentials = openCredentials(configDir);
  const stored = await credentials.find(baseUrl.value, profile);
  if (stored !== null) return await fromStore(stored, credentials.file, options);
  return { key: null, warnings: variable === '' ? [] : [withheld(baseUrl.value, baseUrl.origin.name)] };
}

/** Loading the keychain's way costs time, and starts a program: only for keys that are there. */
async function fromStore(
  stored: StoredCredential,
  file: string,
  { profile, openKeychain = openSystemKeychain }: FindKeyOptions,
): Promise<FoundKey> {
  const found = (value: string, place: string): FoundKey => ({
    key: { value, origin: { kind: 'profile', name: `${profile} (${place})` } },
    warnings: [],
  });
  if (stored.key !== null) return found(stored.key, file);
  const keychain = await openKeychain();
  const { readFromKeychain } = await import('./keychain-key.ts');
  const read = await readFromKeychain(keychain, stored);
  const place = keychain?.name ?? 'a keychain';
  if ('key' in read) return found(read.key, place);
  const warning = `The key for ${stored.origin} is in ${place}, which does not give it: ${read.problem}. Sign in again: wf login --no-keychain`;
  return { key: null, warnings: [warning] };
}

async function openSystemKeychain(): Promise<Keychain | null> {
  const { systemKeychain } = await import('./system-keychain.ts');
  return systemKeychain();
}

function withheld(address: string, projectFile: string): string {
  return (
    `WF_API_KEY is not sent to ${address}, because that address comes from ${projectFile}. ` +
    `If the key is meant for it, set WF_BASE_URL=${address} as well.`
  );
}
