import * as z from 'zod';

/** Roles of a key; each includes the permissions of the one before. @source issue: roles by key (ours) */
export const ROLES = ['viewer', 'author', 'operator'] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;
