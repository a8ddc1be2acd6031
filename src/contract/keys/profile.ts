import * as z from 'zod';
import { extension } from '../endpoint/extension.ts';
import { Role } from '../endpoint/role.ts';

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
