import * as z from 'zod';
import { Name } from '../validation/name.ts';

/** The project of a service, with its scope. @source facts §2.9 */
export const Project = z.object({
  project_id: z.string(),
  project_name: z.string(),
  organization_id: z.string().nullable().optional(),
  organization_name: z.string().nullable().optional(),
  workspace_id: z.string().nullable().optional(),
  workspace_name: z.string().nullable().optional(),
  user_role: z.string().nullable().optional(),
  is_demo: z.boolean().nullable().optional(),
});
export type Project = z.infer<typeof Project>;

/** @source public client */
export const OwnOrganization = z.object({ id: z.string(), name: z.string() });
export type OwnOrganization = z.infer<typeof OwnOrganization>;

/** An organisation. @source public client */
export const Organization = OwnOrganization.extend({
  description: z.string(),
  type: z.string().nullable().optional(),
  owner: z.string(),
  workspaces: z.array(z.string()).nullable().optional(),
  members: z.array(z.string()).nullable().optional(),
  invitations: z.array(z.unknown()).nullable().optional(),
  is_paying: z.boolean().nullable().optional(),
});
export type Organization = z.infer<typeof Organization>;

/** A workspace. @source public client */
export const Workspace = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable().optional(),
  organization: z.string(),
});
export type Workspace = z.infer<typeof Workspace>;

/** Body that renames an organisation or a workspace; what is left out stays. @source public client */
export const Rename = z.strictObject({
  name: Name.nullable().optional(),
  description: z.string().max(2000).nullable().optional(),
  /** Clients send it. The audit log has the time of each change. */
  updated_at: z.string().nullable().optional(),
});
export type Rename = z.infer<typeof Rename>;

/** An organisation with its default workspace. @source public client */
export const OrganizationDetails = Organization.extend({
  default_workspace: Workspace,
});
export type OrganizationDetails = z.infer<typeof OrganizationDetails>;

/** A role that a key can have. @source public client */
export const WorkspaceRole = z.object({ role_name: z.string(), role_description: z.string().nullable().optional() });
export type WorkspaceRole = z.infer<typeof WorkspaceRole>;

/** Whether the caller may do something. @source facts §2.9 */
export const PermissionVerdict = z.object({ effect: z.enum(['allow']), credentials: z.string().nullable() });
export type PermissionVerdict = z.infer<typeof PermissionVerdict>;
