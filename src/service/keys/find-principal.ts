import { appIdsOf, findKey, type KeyRow } from './queries/keys.ts';
import { timingSafeEqual } from 'node:crypto';
import { Role } from '../../contract/endpoint/role.ts';
import type { Principal } from '../operation/context.ts';
import type { Db } from '../store/schema.ts';
import { hashSecret } from './make-key.ts';

/** Reads a key by its prefix. */
export type ReadKey = (prefix: string) => Promise<KeyRow | null>;

/** Finds the owner of a key; `null` when it is unknown, revoked or expired. */
export async function findPrincipal(
  db: Db,
  key: string,
  now: string,
  readKey: ReadKey = (prefix) => findKey(db, prefix),
): Promise<Principal | null> {
  const [, prefix, secret] = /^([0-9A-Za-z]{8})\.([0-9a-f]{64})$/.exec(key) ?? [];
  if (prefix === undefined || secret === undefined) return null;
  const row = await readKey(prefix);
  if (row === null || !isSameHash(row.secret_sha256, hashSecret(secret))) return null;
  if (row.expires_at !== null && row.expires_at <= now) return null;
  const { id, name, rate_limit: rateLimit } = row;
  const principal = { id, name, role: Role.parse(row.role), rateLimit, appIds: appIdsOf(row) };
  return row.session_of === null ? principal : { ...principal, sessionOf: row.session_of };
}

function isSameHash(stored: string, given: string): boolean {
  return timingSafeEqual(Buffer.from(stored, 'hex'), Buffer.from(given, 'hex'));
}
