import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import { UserError } from '../../errors/wf-error.ts';
import type { Incoming } from '../../http/incoming.ts';
import { findPrincipal } from '../keys/find-principal.ts';
import { requireRate } from '../keys/require-rate.ts';
import { readCredential } from '../keys/read-credential.ts';
import type { Principal } from '../operation/operation.ts';
import { requireRole } from '../operation/require-role.ts';
import type { Db } from '../store/schema.ts';

const NOBODY: Principal = { id: 'nobody', name: 'nobody', role: 'viewer' };

/**
 * Identifies the caller and checks the role.
 *
 * @param role - minimum role; `null`: none
 * @throws {WF_NOT_SIGNED_IN} without a key, or with one that is unknown, revoked or expired
 * @throws {WF_RATE_LIMITED} when the key has used up its requests
 * @throws {WF_NOT_ALLOWED} when the key's role is lower
 */
export async function authenticate(db: Db, request: Incoming, role: Endpoint['role'], now: string): Promise<Principal> {
  if (role === null) return NOBODY;
  const credential = readCredential(request);
  if (credential === null) {
    throw new UserError({
      code: 'WF_NOT_SIGNED_IN',
      message: 'A key is required: send it as "Authorization: ApiKey <key>".',
    });
  }
  const principal = await findPrincipal(db, credential, now);
  if (principal === null) {
    throw new UserError({ code: 'WF_NOT_SIGNED_IN', message: 'The key is unknown, revoked or expired.' });
  }
  await requireRate(db, principal, now);
  requireRole(principal, role);
  return principal;
}
