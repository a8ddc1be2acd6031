import * as z from 'zod';
import { extension } from '../endpoint/extension.ts';
import { Role } from '../endpoint/role.ts';

/** Owner of the credential. @source facts §2.9; `role` is ours */
export const Profile = z.object({
  id: z.string(),
  uid: z.string(),
  email: z.string().nullable().optional(),
  username: z.string(),
  created_at: z.string().nullable().optional(),
  updated_at: z.string().nullable().optional(),
  role: extension(Role.nullable().optional()),
});
export type Profile = z.infer<typeof Profile>;
