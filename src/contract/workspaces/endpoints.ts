import * as z from 'zod';
import { endpoint } from '../endpoint/endpoint.ts';
import { PERMISSIONS } from './permissions.ts';
import {
  Organization,
  OrganizationDetails,
  OwnOrganization,
  PermissionVerdict,
  Project,
  Rename,
  Workspace,
  WorkspaceRole,
} from './workspace.ts';

const tag = 'workspaces';
const OrganizationId = z.object({ organization_id: z.string() });

export const workspaceEndpoints = {
  listProjects: endpoint({
    method: 'GET',
    path: '/projects',
    tag,
    summary: 'List projects: there is one',
    source: 'facts §2.9',
    response: z.array(Project),
  }),
  verifyPermission: endpoint({
    method: 'GET',
    path: '/permissions/verify',
    tag,
    summary: "Check whether the caller's role allows an action; 403 if it does not",
    source: 'facts §2.9',
    query: z.object({
      action: z.string().optional(),
      resource_type: z.string().optional(),
      resource_id: z.string().optional(),
    }),
    response: PermissionVerdict,
  }),
  listOrganizations: endpoint({
    method: 'GET',
    path: '/organizations',
    tag,
    summary: 'List organisations: there is one',
    source: 'public client',
    response: z.array(Organization),
  }),
  getOwnOrganization: endpoint({
    method: 'GET',
    path: '/organizations/own',
    tag,
    summary: 'Fetch the organisation of the caller',
    source: 'public client',
    response: OwnOrganization,
  }),
  getOrganization: endpoint({
    method: 'GET',
    path: '/organizations/{organization_id}',
    tag,
    summary: 'Fetch an organisation with its default workspace',
    source: 'public client',
    params: OrganizationId,
    response: OrganizationDetails,
  }),
  updateOrganization: endpoint({
    method: 'PUT',
    path: '/organizations/{organization_id}',
    tag,
    summary: 'Rename the organisation, or describe it',
    source: 'public client',
    role: 'operator',
    params: OrganizationId,
    body: Rename,
    response: Organization,
  }),
  updateWorkspace: endpoint({
    method: 'PUT',
    path: '/organizations/{organization_id}/workspaces/{workspace_id}',
    tag,
    summary: 'Rename the workspace, or describe it',
    source: 'public client',
    role: 'operator',
    params: OrganizationId.extend({ workspace_id: z.string() }),
    body: Rename,
    response: Workspace,
  }),
  listWorkspaceRoles: endpoint({
    method: 'GET',
    path: '/workspaces/roles',
    tag,
    summary: 'List the roles that a key can have',
    source: 'public client',
    response: z.array(WorkspaceRole),
  }),
  listWorkspacePermissions: endpoint({
    method: 'GET',
    path: '/workspaces/permissions',
    tag,
    summary: 'List the actions that roles allow',
    source: 'public client',
    response: z.array(z.enum(PERMISSIONS)),
  }),
};
