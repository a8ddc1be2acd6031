import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import type { Incoming } from '../../http/exchange.ts';
import { findPrincipal, type ReadKey } from '../keys/find-principal.ts';
import { type NoteKeyUse, requireRate } from '../keys/require-rate.ts';
import { readCredential } from '../keys/read-credential.ts';
import { type Principal, requireRole } from '../operation/operation.ts';
import type { Store } from '../store/open-store.ts';

const NOBODY: Principal = { id: 'nobody', name: 'nobody', role: 'viewer' };

/**
 * Identifies the caller and checks the role.
 *
 * @throws {WF_NOT_SIGNED_IN} without a key, or with one that is unknown, revoked or expired
 * @throws {WF_RATE_LIMITED} when the key has used up its requests
 * @throws {WF_NOT_ALLOWED} when the key's role is lower
 */
export async function authenticate(
  { db, reads }: Pick<Store, 'db' | 'reads'>,
  request: Incoming,
  role: Endpoint['role'],
  now: string,
  { readKey, noteUse }: { readonly readKey?: ReadKey | undefined; readonly noteUse?: NoteKeyUse } = {},
): Promise<Principal> {
  if (role === null) return NOBODY;
  const credential = readCredential(request);
  if (credential === null) {
    throw new UserError({
      code: 'WF_NOT_SIGNED_IN',
      message: 'A key is required: send it as "Authorization: ApiKey <key>".',
    });
  }
  const principal = await findPrincipal(reads, credential, now, readKey);
  if (principal === null)
    throw new UserError({ code: 'WF_NOT_SIGNED_IN', message: 'The key is unknown, revoked or expired.' });
  noteUse?.(principal, now);
  await requireRate(db, principal, now);
  requireRole(principal, role);
  return principal;
}
