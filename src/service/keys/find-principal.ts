import { appIdsOf, findKey, type KeyRow, insertKey } from './queries/keys.ts';
import { timingSafeEqual, createHash, randomBytes, randomInt } from 'node:crypto';
import { Role } from '../../contract/endpoint/endpoint.ts';
import type { Principal } from '../operation/operation.ts';
import type { Db } from '../store/schema.ts';
import { v7 as newId } from 'uuid';

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
  const role = Role.parse(row.role);
  const principal = { id, name, role, rateLimit, appIds: appIdsOf(row), expiresAt: row.expires_at };
  return row.session_of === null ? principal : { ...principal, sessionOf: row.session_of };
}

function isSameHash(stored: string, given: string): boolean {
  return timingSafeEqual(Buffer.from(stored, 'hex'), Buffer.from(given, 'hex'));
}

const PREFIX_LENGTH = 8;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

interface MakeKeyOptions {
  readonly name: string;
  readonly role: Role;
  /** RFC 3339; `null`: never. */
  readonly expiresAt: string | null;
  /** Requests a minute; `null`: no limit. @defaultValue null */
  readonly rateLimit?: number | null;
  /** Model calls a day with the service's own provider keys; `null`: no limit. @defaultValue null */
  readonly modelCallLimit?: number | null;
  /** Ids of the apps that it reaches; `null`: all. @defaultValue null */
  readonly appIds?: readonly string[] | null;
  /** Id of the key that opened this session of the page. @defaultValue none: not a session */
  readonly sessionOf?: string;
  readonly now: string;
}

/**
 * Creates a key, stores its hash, and returns it whole: the only time that its secret is visible.
 *
 * @source facts §3.6
 */
export async function makeKey(db: Db, options: MakeKeyOptions): Promise<string> {
  const { name, role, expiresAt, rateLimit = null, modelCallLimit = null, appIds = null, sessionOf, now } = options;
  const prefix = Array.from({ length: PREFIX_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const secret = randomBytes(32).toString('hex');
  const row = {
    prefix,
    id: newId(),
    secret_sha256: hashSecret(secret),
    name,
    role,
    created_at: now,
    expires_at: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    rate_limit: rateLimit,
    session_of: sessionOf ?? null,
    sealed: null,
    app_ids: appIds === null ? null : JSON.stringify(appIds),
    model_call_limit: modelCallLimit,
  };
  await insertKey(db, row);
  return `${prefix}.${secret}`;
}

/** Returns the part of a key that finds it, and that lists show. */
export function prefixOf(key: string): string {
  return key.slice(0, PREFIX_LENGTH);
}

/** Hashes a secret. With 256 random bits it needs no slow hash. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
