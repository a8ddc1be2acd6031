import { openCredentials, type StoredCredential } from './credential-store.ts';
import type { Keychain } from './system-keychain.ts';
import type { Setting } from './settings.ts';

export interface FindKeyOptions {
  readonly baseUrl: Setting<string | null>;
  readonly profile: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder of the user's settings and keys. */
  readonly configDir: string;
  /** Opens the system's keychain; called only if the key is stored there. */
  readonly openKeychain?: () => Promise<Keychain | null>;
}

export interface FoundKey {
  readonly key: Setting<string> | null;
  /** Reason why an existing key is not used. */
  readonly warnings: readonly string[];
}

/**
 * Finds the key for a service: `WF_API_KEY`, else the one stored for the address's origin.
 *
 * A project file may come from anyone. So the variable's key, which names no service, is sent only to an address that
 * the user configured: by flag, by `WF_BASE_URL`, or in a profile.
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

/** Reads a stored key. Uses the keychain only if the key is there, because it is slow to load and starts a program. */
async function fromStore(
  stored: StoredCredential,
  file: string,
  { profile, openKeychain = openSystemKeychain }: FindKeyOptions,
): Promise<FoundKey> {
  const found = (value: string, store: string): FoundKey => ({
    key: { value, origin: { kind: 'profile', name: `${profile} (${store})` } },
    warnings: [],
  });
  if (stored.key !== null) return found(stored.key, file);
  const keychain = await openKeychain();
  const { readFromKeychain } = await import('./keychain-key.ts');
  const read = await readFromKeychain(keychain, stored);
  const store = keychain?.name ?? 'a keychain';
  if ('key' in read) return found(read.key, store);
  const warning = `Cannot read the key for ${stored.origin} from ${store}: ${read.problem}. Sign in again: wf login --no-keychain`;
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
