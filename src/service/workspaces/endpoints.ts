import { workspaceEndpoints } from '../../contract/workspaces/endpoints.ts';
import { serveEndpoints } from '../operation/operation.ts';
import {
  getOrganization,
  getOwnOrganization,
  listOrganizations,
  listProjects,
  listWorkspacePermissions,
  listWorkspaceRoles,
  updateOrganization,
  updateWorkspace,
  verifyPermission,
} from './operations.ts';

/** The endpoints of workspaces, with what each does. One without an operation does not compile. */
export const workspaces = serveEndpoints(workspaceEndpoints, {
  listProjects,
  verifyPermission,
  listOrganizations,
  getOwnOrganization,
  getOrganization,
  updateOrganization,
  updateWorkspace,
  listWorkspaceRoles,
  listWorkspacePermissions,
});
