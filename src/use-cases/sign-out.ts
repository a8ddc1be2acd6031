import { UserError } from '../errors/wf-error.ts';
import { openCredentials } from '../project/credential-store.ts';
import type { Settings } from '../project/resolve-settings.ts';
import { requireAddress } from './sign-in.ts';

export interface SignedOut {
  readonly baseUrl: string;
  /** File the key was removed from. */
  readonly file: string;
}

/**
 * Forgets the key stored for a service.
 *
 * @throws {WF_NOT_SIGNED_IN} when none is stored
 */
export async function signOut(settings: Settings): Promise<SignedOut> {
  const baseUrl = requireAddress(settings);
  const store = openCredentials(settings.configDir);
  const isRemoved = (await store.remove(baseUrl, settings.profile.value)) || (await store.remove(baseUrl, null));
  if (isRemoved) return { baseUrl, file: store.file };
  throw new UserError({
    code: 'WF_NOT_SIGNED_IN',
    message: `No key is stored for ${baseUrl}.`,
    nextSteps: ['wf config list'],
  });
}
