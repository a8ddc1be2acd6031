import type { Profile } from '../../contract/keys/key.ts';
import { usageError, UserError, userError } from '../../foundation/errors/wf-error.ts';
import { openCredentials, originOf, type StoredCredential } from '../../project/credential-store.ts';
import { removeFromKeychain, storeInKeychain } from '../../project/keychain-key.ts';
import { configFolder, thisMachine } from '../../project/machine.ts';
import { setProfileSetting } from '../../project/profiles.ts';
import type { Settings } from '../../project/resolve-settings.ts';
import { type Keychain, systemKeychain } from '../../project/system-keychain.ts';
import { DEFAULT_PROFILE } from '../../project/user-config.ts';
import type { Session, SessionHooks } from '../session/session.ts';

export interface SignInOptions {
  readonly settings: Settings;
  readonly key: string;
  /** Keychain to store the key in; `null`, or if it fails: a file that only the user can read. */
  readonly keychain: Keychain | null;
  readonly openSession: (settings: Settings, hooks: SessionHooks) => Promise<Session>;
}

export interface SignedIn {
  readonly profile: Profile;
  readonly baseUrl: string;
  /** The keychain or file that the key was stored in. */
  readonly location: string;
  /** Profile that the address was stored in; `null`: it was configured already. */
  readonly rememberedIn: string | null;
}

/**
 * Stores a key for a service after the service has accepted it.
 *
 * @throws {WF_USAGE} when no service is configured, or the key is empty
 * @throws {WF_NOT_SIGNED_IN} when the service does not know the key
 */
export async function signIn({ settings, key, keychain, openSession }: SignInOptions): Promise<SignedIn> {
  const baseUrl = requireAddress(settings);
  const credential = { key: requireKey(key), form: settings.credentialForm.value };
  const profile = await whoseKey({ ...settings, credential }, openSession);
  const store = openCredentials(settings.configDir);
  const owner = { origin: originOf(baseUrl), profile: settings.profile.value };
  const isInKeychain = await storeInKeychain(keychain, owner, credential.key);
  const before = await store.find(baseUrl, owner.profile);
  await store.store(baseUrl, owner.profile, isInKeychain ? null : credential.key);
  // Remove an old key from the keychain if the new one is in the file.
  if (!isInKeychain && before?.key === null) await removeFromKeychain(systemKeychain(), owner);
  const location = isInKeychain && keychain !== null ? keychain.name : store.file;
  return { profile, baseUrl, location, rememberedIn: await rememberAddress(settings, baseUrl) };
}

export function requireAddress({ baseUrl }: Settings): string {
  if (baseUrl.value !== null) return baseUrl.value;
  throw usageError('No service is configured, and the embedded one needs no key.', ['wf login --base-url URL']);
}

function requireKey(text: string): string {
  const key = text.trim();
  if (key !== '' && !/\s/.test(key)) return key;
  throw usageError(key === '' ? 'The key is empty.' : 'Invalid key: it contains spaces or line breaks.');
}

async function whoseKey(settings: Settings, openSession: SignInOptions['openSession']): Promise<Profile> {
  const session = await openSession(settings, {});
  try {
    return await session.client.getProfile({});
  } finally {
    await session.close();
  }
}

/** Stores an address that came from a flag, so that later commands find it. */
async function rememberAddress({ baseUrl, profile, configDir }: Settings, address: string): Promise<string | null> {
  if (baseUrl.origin.kind !== 'flag') return null;
  await setProfileSetting(configDir, profile.value, 'base_url', address);
  return profile.value;
}

interface SignedOut {
  readonly baseUrl: string;
  /** The keychain or file that the key was removed from. */
  readonly location: string;
}

/**
 * Removes the stored key of a service.
 *
 * @param keychain - contains the key if the credential file says so
 * @throws {WF_FAILED} when the keychain did not remove it
 * @throws {WF_NOT_SIGNED_IN} when none is stored
 */
export async function signOut(settings: Settings, keychain: Keychain | null): Promise<SignedOut> {
  const baseUrl = requireAddress(settings);
  const store = openCredentials(settings.configDir);
  const removed = (await store.remove(baseUrl, settings.profile.value)) ?? (await store.remove(baseUrl, null));
  if (removed !== null && removed.key !== null) return { baseUrl, location: store.file };
  if (removed !== null) return { baseUrl, location: await forget(removed, keychain) };
  throw userError('WF_NOT_SIGNED_IN', `No key is stored for ${baseUrl}.`, ['wf config list']);
}

/**
 * Removes the stored keys of a profile that was removed: nothing else would send them. The default profile always exists, and
 * keeps its keys.
 *
 * @param openKeychain - opens what contains a key if the credential file says so
 * @throws {WF_FAILED} when the keychain did not remove one
 */
export async function signOutOfProfile(
  env: Readonly<Record<string, string | undefined>>,
  profile: string,
  openKeychain: () => Promise<Keychain | null>,
): Promise<{ base_url: string; removed_from: string }[]> {
  if (profile === DEFAULT_PROFILE) return [];
  const store = openCredentials(configFolder(thisMachine(env)));
  const own = (await store.list()).filter((stored) => stored.profile === profile);
  const removed: { base_url: string; removed_from: string }[] = [];
  for (const { origin: base_url, key } of own) {
    const gone = await store.remove(base_url, profile);
    if (gone === null) continue;
    removed.push({ base_url, removed_from: key === null ? await forget(gone, await openKeychain()) : store.file });
  }
  return removed;
}

async function forget(removed: StoredCredential, keychain: Keychain | null): Promise<string> {
  const problem = await removeFromKeychain(keychain, removed);
  if (problem === null) return keychain?.name ?? '';
  const location = keychain?.name ?? 'a keychain';
  throw new UserError({
    code: 'WF_FAILED',
    message: `wf no longer sends the key for ${removed.origin}, but ${location} still has it: ${problem}.`,
    nextSteps: ['Remove the item "wf" there.'],
  });
}
