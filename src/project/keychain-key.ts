import type { StoredCredential } from './credential-store.ts';
import type { Keychain } from './system-keychain.ts';

type Owner = Pick<StoredCredential, 'origin' | 'profile'>;

/** What a keychain knows a key by. */
function accountOf({ origin, profile }: Owner): string {
  return profile === null ? origin : `${origin} ${profile}`;
}

/**
 * Puts a key into the keychain and reads it back. Answers whether it is there now: on a server nobody may have a keychain
 * open, or have one at all, and a file is as good as it gets there.
 */
export async function keepInKeychain(keychain: Keychain | null, owner: Owner, key: string): Promise<boolean> {
  if (keychain === null) return false;
  try {
    await keychain.write(accountOf(owner), key, `wf key for ${owner.origin}`);
    return (await keychain.read(accountOf(owner))) === key;
  } catch {
    return false;
  }
}

/** Reads a key that the keychain keeps, or says why it cannot. */
export async function readFromKeychain(
  keychain: Keychain | null,
  owner: Owner,
): Promise<{ key: string } | { problem: string }> {
  try {
    const key = await keychain?.read(accountOf(owner));
    return key == null ? { problem: 'it is not there' } : { key };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Forgets a key that the keychain keeps; answers why it could not, or `null`. */
export async function removeFromKeychain(keychain: Keychain | null, owner: Owner): Promise<string | null> {
  try {
    await keychain?.remove(accountOf(owner));
    return keychain === null ? 'this system has none' : null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
