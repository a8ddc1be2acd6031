import type { Client } from '../../client/create-client.ts';
import { Role } from '../../contract/endpoint/role.ts';
import { type Key } from '../../contract/keys/key.ts';
import { requireExtensions } from '../session/require-extensions.ts';

/** Roles of keys, each including the previous one. */
export { ROLES } from '../../contract/endpoint/role.ts';

/** A new key; it is never shown again. */
export interface CreatedKey extends Omit<Key, 'created_at' | 'rate_limit'> {
  readonly key: string;
  readonly rate_limit: number | null;
}

export interface CreateKeyOptions {
  readonly name: string;
  /** One of `ROLES`. */
  readonly role: string;
  /** RFC 3339; `null`: never. */
  readonly expires_at: string | null;
  /** Requests a minute; `null`: no limit. */
  readonly rate_limit: number | null;
}

/**
 * Creates a key.
 *
 * @throws {WF_INVALID_INPUT} when the expiry is in the past
 * @throws {WF_NOT_ALLOWED} unless the caller's key is an operator's
 */
export async function createKey(client: Client, options: CreateKeyOptions): Promise<CreatedKey> {
  const { name, expires_at, rate_limit } = options;
  const role = Role.parse(options.role);
  const extended = await requireExtensions(client, 'keys with a role');
  const key = await extended.createKey({ body: { ...options, role } });
  return { key, prefix: key.split('.')[0] ?? '', name, role, expires_at, rate_limit };
}
