import * as z from 'zod';
import { endpointsOf } from '../endpoint/endpoint.ts';
import {
  PERMISSIONS,
  Organization,
  OrganizationDetails,
  OwnOrganization,
  PermissionVerdict,
  Project,
  Rename,
  Workspace,
  WorkspaceRole,
} from './workspace.ts';

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
