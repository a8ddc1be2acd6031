import * as z from 'zod';
import { extension, optionalExtension } from '../endpoint/extension.ts';
import { Role } from '../endpoint/role.ts';
import { Name } from '../validation/name.ts';

/** A key without its secret. @source facts §2.9, §3.6 */
export const Key = z.object({
  prefix: z.string(),
  name: extension(z.string()),
  role: extension(Role),
  created_at: z.string(),
  expiration_date: z.string().nullable().optional(),
  /** The same as `expiration_date`. */
  expires_at: extension(z.string().nullable()),
  /** Requests a minute; `null`: unlimited. */
  rate_limit: extension(z.int().nullable().optional()),
  /** Ids of the apps that it reaches; `null`: all. */
  app_ids: extension(z.array(z.string()).nullable().optional()),
  /** When a request was last sent with it, to within five minutes; `null`: never. */
  last_used_at: extension(z.string().nullable().optional()),
  /** Model calls a day that evaluators may make for it with the service's own provider keys; `null`: unlimited. */
  model_call_limit: extension(z.int().nullable().optional()),
  /** Those of this day, in UTC. */
  model_calls_today: extension(z.int().optional()),
  /** Those of all days. */
  model_calls: extension(z.int().optional()),
});
export type Key = z.infer<typeof Key>;

/**
 * Body that creates a key; left out, it creates an author's without expiry.
 *
 * @source facts §2.9; `name` and all others are ours
 */
export const NewKey = z.strictObject({
  name: optionalExtension(Name.max(100).optional()),
  role: extension(Role.optional()),
  expires_at: extension(z.iso.datetime().nullable().optional()),
  /** Requests a minute. */
  rate_limit: extension(z.int().min(1).max(1_000_000).nullable().optional()),
  /** Model calls a day that evaluators may make for it with the service's own provider keys. */
  model_call_limit: extension(z.int().min(1).max(1_000_000_000).nullable().optional()),
  /** Ids of the apps that it reaches; `null`, the default: all. */
  app_ids: extension(z.array(z.string()).min(1).max(1000).nullable().optional()),
});
export type NewKey = z.infer<typeof NewKey>;

/** Confirms that a key is revoked. @source facts §2.9 */
export const RevokedKey = z.object({ message: z.string().optional() });
export type RevokedKey = z.infer<typeof RevokedKey>;
