import * as z from 'zod';
import { absentAs } from '../endpoint/absent-value.ts';
import { endpointsOf, extension, optionalExtension, Paging, Role } from '../endpoint/endpoint.ts';
import { Name } from '../validation/fields.ts';
import { Instant } from '../validation/instant.ts';
import { KEY_APPS } from '../../foundation/sizes.ts';

/** Owner of the credential. @source facts §2.9; `role` and `app_ids` are ours */
export const Profile = z.object({
  id: z.string(),
  uid: z.string(),
  email: z.string().nullable().optional(),
  username: z.string(),
  created_at: z.string().nullable().optional(),
  updated_at: z.string().nullable().optional(),
  role: extension(Role.nullable().optional()),
  /** Ids of the apps that the credential reaches; `null`: all. */
  app_ids: extension(z.array(z.string()).nullable().optional()),
});
export type Profile = z.infer<typeof Profile>;

/**
 * A key without its secret.
 *
 * @source facts §2.9, §3.6; public client
 * @remarks Services of others know neither the name nor the role of a key: the name is then empty, the role null.
 */
export const Key = z.object({
  prefix: z.string(),
  name: absentAs(extension(z.string()), ''),
  role: extension(Role.nullable()),
  created_at: z.string(),
  expiration_date: z.string().nullable().optional(),
  /** The same as `expiration_date`. */
  expires_at: extension(z.string().nullable()),
  /** Requests a minute; `null`: unlimited. */
  rate_limit: extension(z.int().nullable().optional()),
  /** Ids of the apps that it reaches; `null`: all. */
  app_ids: extension(z.array(z.string()).nullable().optional()),
  /** When a request was last sent with it, to within five minutes; `null`: never. */
  last_used_at: z.string().nullable().optional(),
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
  expires_at: extension(Instant.nullable().optional()),
  /** Requests a minute. */
  rate_limit: extension(z.int().min(1).max(1_000_000).nullable().optional()),
  /** Model calls a day that evaluators may make for it with the service's own provider keys. */
  model_call_limit: extension(z.int().min(1).max(1_000_000_000).nullable().optional()),
  /** Ids of the apps that it reaches; `null`, the default: all. */
  app_ids: extension(z.array(z.string()).min(1).max(KEY_APPS.most).nullable().optional()),
});

/** Confirms that a key is revoked. @source facts §2.9 */
const RevokedKey = z.object({ message: z.string().optional() });

const serviceEndpoint = endpointsOf({ tag: 'service' });
const endpoint = endpointsOf({ tag: 'keys', source: 'facts §2.9' });

export const keyEndpoints = {
  getProfile: serviceEndpoint('GET /profile', {
    summary: 'Fetch the owner of the credential',
    source: 'facts §2.9',
    reach: 'open',
    query: z.object({
      /** Id of the caller, the only profile there is. */
      user_id: z.string().optional(),
    }),
    response: Profile,
  }),
  listKeys: endpoint('GET /keys', {
    summary: 'List keys, without their secrets',
    role: 'auditor',
    reach: 'all apps',
    query: Paging,
    response: z.array(Key),
  }),
  createKey: endpoint('POST /keys', {
    summary: 'Create a key; only this response contains its secret',
    role: 'operator',
    reach: 'all apps',
    body: NewKey,
    isBodyOptional: true,
    response: z.string(),
  }),
  deleteKey: endpoint('DELETE /keys/{key_prefix}', {
    summary: 'Revoke a key',
    role: 'operator',
    reach: 'all apps',
    response: RevokedKey,
  }),
  validateKey: endpoint('GET /keys/{key_prefix}/validate', {
    summary: 'Check whether a key is valid now',
    reach: 'open',
    response: z.boolean(),
  }),
};
