import { endpointsOf, type Role } from '../endpoint/endpoint.ts';
import * as z from 'zod';
import { Name } from '../validation/fields.ts';

/** Actions as the public service names them, and the lowest role whose keys may do them here. @source public client */
export const ROLE_OF_PERMISSION = {
  read_system: 'viewer',
  run_service: 'viewer',
  view_application: 'viewer',
  view_app_environment_deployment: 'viewer',
  view_evaluation: 'viewer',
  view_testset: 'viewer',
  view_workspace: 'viewer',
  create_application: 'author',
  edit_application: 'author',
  create_app_variant: 'author',
  delete_app_variant: 'author',
  delete_application_variant: 'author',
  modify_variant_configurations: 'author',
  create_testset: 'author',
  edit_testset: 'author',
  delete_testset: 'author',
  create_evaluation: 'author',
  edit_evaluation: 'author',
  delete_evaluation: 'author',
  run_evaluations: 'author',
  delete_application: 'operator',
  deploy_application: 'operator',
  create_app_environment_deployment: 'operator',
  edit_app_environment_deployment: 'operator',
} as const satisfies Readonly<Record<string, Role>>;

type Permission = keyof typeof ROLE_OF_PERMISSION;

// The table's keys are its names.
export const PERMISSIONS = Object.keys(ROLE_OF_PERMISSION) as [Permission, ...Permission[]];

export function isPermission(action: string): action is Permission {
  return Object.hasOwn(ROLE_OF_PERMISSION, action);
}

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

/** @source public client */
export const OwnOrganization = z.object({ id: z.string(), name: z.string() });

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
export const OrganizationDetails = Organization.extend({ default_workspace: Workspace });

/** A role that a key can have. @source public client */
export const WorkspaceRole = z.object({ role_name: z.string(), role_description: z.string().nullable().optional() });

/** Whether the caller may do something. @source facts §2.9 */
export const PermissionVerdict = z.object({ effect: z.enum(['allow']), credentials: z.string().nullable() });

/**
 * Ids of the one organisation and the one workspace that a service has. They are the same in every service, because they
 * distinguish nothing: clients of the public service send them back, or file records under them.
 *
 * @source facts §2.9 (ours: the ids)
 */
export const ORGANIZATION_ID = '01930000-0000-7000-8000-00000000000a';
export const WORKSPACE_ID = '01930000-0000-7000-8000-00000000000b';

/** The ids in every record that may carry them. @source seed §2.4, §2.6 */
export const SCOPE = { organization_id: ORGANIZATION_ID, workspace_id: WORKSPACE_ID } as const;

const endpoint = endpointsOf({ tag: 'workspaces', source: 'public client' });

export const workspaceEndpoints = {
  listProjects: endpoint('GET /projects', {
    summary: 'List projects: there is one',
    source: 'facts §2.9',
    reach: 'open',
    response: z.array(Project),
  }),
  verifyPermission: endpoint('GET /permissions/verify', {
    summary: "Check whether the caller's role allows an action; 403 if it does not",
    source: 'facts §2.9',
    reach: 'open',
    query: z.object({
      action: z.string().optional(),
      resource_type: z.string().optional(),
      resource_id: z.string().optional(),
    }),
    response: PermissionVerdict,
  }),
  listOrganizations: endpoint('GET /organizations', {
    summary: 'List organisations: there is one',
    reach: 'open',
    response: z.array(Organization),
  }),
  getOwnOrganization: endpoint('GET /organizations/own', {
    summary: 'Fetch the organisation of the caller',
    reach: 'open',
    response: OwnOrganization,
  }),
  getOrganization: endpoint('GET /organizations/{organization_id}', {
    summary: 'Fetch an organisation with its default workspace',
    reach: 'open',
    response: OrganizationDetails,
  }),
  updateOrganization: endpoint('PUT /organizations/{organization_id}', {
    summary: 'Rename the organisation, or describe it',
    role: 'operator',
    reach: 'all apps',
    body: Rename,
    response: Organization,
  }),
  updateWorkspace: endpoint('PUT /organizations/{organization_id}/workspaces/{workspace_id}', {
    summary: 'Rename the workspace, or describe it',
    role: 'operator',
    reach: 'all apps',
    body: Rename,
    response: Workspace,
  }),
  listWorkspaceRoles: endpoint('GET /workspaces/roles', {
    summary: 'List the roles that a key can have',
    reach: 'open',
    response: z.array(WorkspaceRole),
  }),
  listWorkspacePermissions: endpoint('GET /workspaces/permissions', {
    summary: 'List the actions that roles allow',
    reach: 'open',
    response: z.array(z.enum(PERMISSIONS)),
  }),
};
