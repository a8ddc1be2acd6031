import { messageOf } from '../foundation/errors/wf-error.ts';
import type { StoredCredential } from './credential-store.ts';
import type { Keychain } from './system-keychain.ts';

type Owner = Pick<StoredCredential, 'origin' | 'profile'>;

/** Returns the account name of a key in a keychain. */
function accountOf({ origin, profile }: Owner): string {
  return profile === null ? origin : `${origin} ${profile}`;
}

/**
 * Stores a key in the keychain and reads it back. Returns whether that worked: a server may have no keychain, or a
 * locked one, and then only a file is left.
 */
export async function storeInKeychain(keychain: Keychain | null, owner: Owner, key: string): Promise<boolean> {
  if (keychain === null) return false;
  try {
    await keychain.write(accountOf(owner), key, `wf key for ${owner.origin}`);
    return (await keychain.read(accountOf(owner))) === key;
  } catch {
    return false;
  }
}

/** Reads a key from the keychain, or returns the reason why it cannot. */
export async function readFromKeychain(
  keychain: Keychain | null,
  owner: Owner,
): Promise<{ key: string } | { problem: string }> {
  try {
    const key = await keychain?.read(accountOf(owner));
    return key == null ? { problem: 'it has no such item' } : { key };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}

/** Removes a key from the keychain; returns the reason if it cannot, otherwise `null`. */
export async function removeFromKeychain(keychain: Keychain | null, owner: Owner): Promise<string | null> {
  try {
    await keychain?.remove(accountOf(owner));
    return keychain === null ? 'this system has no keychain' : null;
  } catch (error) {
    return messageOf(error);
  }
}
