import * as z from 'zod';

/** What a key may do, each including the one before. @source issue: roles by key (ours) */
export const ROLES = ['viewer', 'author', 'operator'] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;
