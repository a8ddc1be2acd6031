import * as z from 'zod';
import { Name } from '../validation/name.ts';

/** What a key may do, each including the one before. @source issue: roles by key (ours) */
export const ROLES = ['viewer', 'author', 'operator'] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

/** A key without its secret. @source facts §2.9, §3.6 */
export const Key = z.object({
  prefix: z.string(),
  name: z.string(),
  role: Role,
  created_at: z.string(),
  expires_at: z.string().nullable(),
  /** Requests a minute; `null`: as many as it likes. Ours. */
  rate_limit: z.int().nullable().optional(),
});
export type Key = z.infer<typeof Key>;

/** Body that makes a key. @source facts §2.9; `name`, `role`, `expires_at` and `rate_limit` (requests a minute) are ours */
export const NewKey = z.strictObject({
  name: Name.max(100),
  role: Role.optional(),
  expires_at: z.iso.datetime().nullable().optional(),
  rate_limit: z.int().min(1).max(1_000_000).nullable().optional(),
});
export type NewKey = z.infer<typeof NewKey>;

/** Who the credential belongs to. @source facts §2.9; `role` is ours */
export const Profile = z.object({
  id: z.string(),
  uid: z.string(),
  email: z.string().nullable().optional(),
  username: z.string(),
  created_at: z.string().nullable().optional(),
  updated_at: z.string().nullable().optional(),
  role: Role.nullable().optional(),
});
export type Profile = z.infer<typeof Profile>;

/** @source facts §2.9 */
export const Health = z.object({ status: z.string() });

/** Whether a replica may be sent calls. Ours. */
export const Readiness = z.object({
  status: z.string(),
  /** Number of the database's newest migration, and of the newest that this wf knows. */
  schema: z.object({ applied: z.number().int(), known: z.number().int() }),
});
export type Health = z.infer<typeof Health>;
