import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import { UserError, userError } from '../../foundation/errors/wf-error.ts';
import type { Incoming } from '../../http/exchange.ts';
import { findPrincipal, type ReadKey } from '../keys/find-principal.ts';
import { type NoteKeyUse, requireRate } from '../keys/require-rate.ts';
import { readCredential } from '../keys/read-credential.ts';
import { type Principal, requireRole } from '../operation/operation.ts';
import type { Store } from '../store/open-store.ts';

const NOBODY: Principal = { id: 'nobody', name: 'nobody', role: 'viewer' };

interface KeyTools {
  readonly readKey?: ReadKey | undefined;
  readonly noteUse?: NoteKeyUse;
}

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
  { readKey, noteUse }: KeyTools = {},
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
  if (principal === null) throw unknownKey('The key');
  noteUse?.(principal, now);
  await requireRate(db, principal, now);
  requireRole(principal, role);
  return principal;
}

/**
 * Identifies the caller by the key in the address of a hosted workflow. Addresses are shown and stored by others, so only a key
 * that calls the routes of one app and nothing else is taken there.
 *
 * @throws {WF_NOT_SIGNED_IN} for a key that is unknown, revoked or expired
 * @throws {WF_NOT_ALLOWED} for a key that may do more
 * @throws {WF_RATE_LIMITED} when the key has used up its requests
 */
export async function authenticateAddress(
  { db, reads }: Pick<Store, 'db' | 'reads'>,
  key: string,
  now: string,
  { readKey, noteUse }: KeyTools,
): Promise<Principal> {
  const principal = await findPrincipal(reads, key, now, readKey);
  if (principal === null) throw unknownKey('The key in the address');
  const { name, role, appIds = null, sessionOf } = principal;
  if (role !== 'viewer' || appIds?.length !== 1 || sessionOf !== undefined) {
    throw userError(
      'WF_NOT_ALLOWED',
      `The key ${JSON.stringify(name)} may do more than an address should: only a viewer's key of one app is taken there, as from wf keys create NAME --role viewer --apps APP.`,
    );
  }
  noteUse?.(principal, now);
  await requireRate(db, principal, now);
  return principal;
}

function unknownKey(which: string): UserError {
  return new UserError({ code: 'WF_NOT_SIGNED_IN', message: `${which} is unknown, revoked or expired.` });
}
