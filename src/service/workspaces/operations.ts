import { isPermission, PERMISSIONS, ROLE_OF_PERMISSION } from '../../contract/workspaces/permissions.ts';
import { ORGANIZATION_ID, SCOPE, WORKSPACE_ID } from '../../contract/workspaces/workspace.ts';
import { notFound } from '../../errors/not-found.ts';
import { UserError } from '../../errors/wf-error.ts';
import { readProject } from '../apps/queries.ts';
import type { Operation, Principal } from '../operation/operation.ts';
import { requireRole } from '../operation/require-role.ts';

/** Name of the organisation and of its workspace. */
const NAME = 'default';

export const listProjects: Operation<'listProjects'> = {
  access: 'read',
  run: async (_, { db, principal }) => {
    const { id, name } = await readProject(db);
    const scope = { ...SCOPE, organization_name: NAME, workspace_name: NAME };
    return [{ project_id: id, project_name: name, ...scope, user_role: principal.role, is_demo: false }];
  },
};

export const verifyPermission: Operation<'verifyPermission'> = {
  access: 'read',
  run: async ({ action = 'run_service' }, { principal }) => {
    if (!isPermission(action)) {
      throw new UserError({ code: 'WF_NOT_ALLOWED', message: `No role allows ${JSON.stringify(action)}.` });
    }
    requireRole(principal, ROLE_OF_PERMISSION[action]);
    return { effect: 'allow', credentials: null };
  },
};

export const listOrganizations: Operation<'listOrganizations'> = {
  access: 'read',
  run: async (_, { principal }) => [toOrganization(principal)],
};

export const getOwnOrganization: Operation<'getOwnOrganization'> = {
  access: 'read',
  run: async () => ({ id: ORGANIZATION_ID, name: NAME }),
};

export const getOrganization: Operation<'getOrganization'> = {
  access: 'read',
  run: async ({ organization_id: id }, { principal }) => {
    if (id !== ORGANIZATION_ID) throw notFound({ kind: 'organization', name: id, available: [ORGANIZATION_ID] });
    const default_workspace = { id: WORKSPACE_ID, name: NAME, organization: ORGANIZATION_ID };
    return { ...toOrganization(principal), default_workspace };
  },
};

/** A service has no members but the owners of keys, so its caller is the owner. */
function toOrganization({ id: owner }: Principal) {
  const description = 'Everything that this service stores';
  const rest = { type: 'default', workspaces: [WORKSPACE_ID], members: [], invitations: [], is_paying: false };
  return { id: ORGANIZATION_ID, name: NAME, description, owner, ...rest };
}

export const listWorkspaceRoles: Operation<'listWorkspaceRoles'> = {
  access: 'read',
  run: async () => [
    { role_name: 'viewer', role_description: 'Reads everything, and calls routes' },
    { role_name: 'author', role_description: 'Also changes apps, variants, test sets and evaluations' },
    { role_name: 'operator', role_description: 'Also changes environments and keys, and deletes apps' },
  ],
};

export const listWorkspacePermissions: Operation<'listWorkspacePermissions'> = {
  access: 'read',
  run: async () => [...PERMISSIONS],
};
