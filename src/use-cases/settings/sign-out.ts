import { UserError } from '../../foundation/errors/wf-error.ts';
import { openCredentials, type StoredCredential } from '../../project/credential-store.ts';
import { removeFromKeychain } from '../../project/keychain-key.ts';
import type { Settings } from '../../project/resolve-settings.ts';
import type { Keychain } from '../../project/system-keychain.ts';
import { requireAddress } from './sign-in.ts';

export interface SignedOut {
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
  throw new UserError({
    code: 'WF_NOT_SIGNED_IN',
    message: `No key is stored for ${baseUrl}.`,
    nextSteps: ['wf config list'],
  });
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
