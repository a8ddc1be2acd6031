import {
  isPermission,
  PERMISSIONS,
  ROLE_OF_PERMISSION,
  ORGANIZATION_ID,
  SCOPE,
  WORKSPACE_ID,
  type Rename,
  type Workspace,
} from '../../contract/workspaces/workspace.ts';
import { notFound } from '../../foundation/closest-names.ts';
import { userError } from '../../foundation/errors/wf-error.ts';
import { readProject } from '../apps/queries.ts';
import { type Operation, type Principal, requireCalling, requireRole } from '../operation/operation.ts';
import type { Db } from '../store/schema.ts';
import { readScopeNames, renameScope, type ScopeNames } from './queries.ts';

export const listProjects: Operation<'listProjects'> = {
  run: async (_, { db, principal }) => {
    const { id, name } = await readProject(db);
    const { organization, workspace } = await readScopeNames(db);
    const scope = { ...SCOPE, organization_name: organization.name, workspace_name: workspace.name };
    return [{ project_id: id, project_name: name, ...scope, user_role: principal.role, is_demo: false }];
  },
};

export const verifyPermission: Operation<'verifyPermission'> = {
  run: async ({ action = 'run_service' }, { principal }) => {
    if (!isPermission(action)) throw userError('WF_NOT_ALLOWED', `No role allows ${JSON.stringify(action)}.`);
    requireRole(principal, ROLE_OF_PERMISSION[action]);
    if (action === 'run_service') requireCalling(principal);
    return { effect: 'allow', credentials: null };
  },
};

export const listOrganizations: Operation<'listOrganizations'> = {
  run: async (_, { db, principal }) => [toOrganization(await readScopeNames(db), principal)],
};

export const getOwnOrganization: Operation<'getOwnOrganization'> = {
  run: async (_, { db }) => ({ id: ORGANIZATION_ID, name: (await readScopeNames(db)).organization.name }),
};

export const getOrganization: Operation<'getOrganization'> = {
  run: async ({ organization_id }, { db, principal }) => {
    requireOrganization(organization_id);
    const names = await readScopeNames(db);
    return { ...toOrganization(names, principal), default_workspace: toWorkspace(names) };
  },
};

export const updateOrganization: Operation<'updateOrganization'> = {
  audit: { kind: 'organization', verb: 'changed' },
  run: async ({ organization_id, body }, { db, principal, record }) => {
    requireOrganization(organization_id);
    const names = await rename(db, 'organization', body);
    const { name } = names.organization;
    record(isEmpty(body) ? null : { kind: 'organization', id: ORGANIZATION_ID, name, summary: 'changed' });
    return toOrganization(names, principal);
  },
};

export const updateWorkspace: Operation<'updateWorkspace'> = {
  audit: { kind: 'workspace', verb: 'changed' },
  run: async ({ organization_id, workspace_id: id, body }, { db, record }) => {
    requireOrganization(organization_id);
    if (id !== WORKSPACE_ID) throw notFound({ kind: 'workspace', name: id, available: [WORKSPACE_ID] });
    const names = await rename(db, 'workspace', body);
    record(isEmpty(body) ? null : { kind: 'workspace', id, name: names.workspace.name, summary: 'changed' });
    return toWorkspace(names);
  },
};

async function rename(db: Db, scope: 'organization' | 'workspace', { name, description }: Rename): Promise<ScopeNames> {
  await renameScope(db, scope, { name: name ?? null, description: description ?? null });
  return await readScopeNames(db);
}

function isEmpty({ name, description }: Rename): boolean {
  return name == null && description == null;
}

function requireOrganization(id: string): void {
  if (id !== ORGANIZATION_ID) throw notFound({ kind: 'organization', name: id, available: [ORGANIZATION_ID] });
}

function toWorkspace({ workspace }: ScopeNames): Workspace {
  return { id: WORKSPACE_ID, ...workspace, organization: ORGANIZATION_ID };
}

/** A service has no members but the owners of keys, so its caller is the owner. */
function toOrganization({ organization }: ScopeNames, { id: owner }: Principal) {
  const rest = { type: 'default', workspaces: [WORKSPACE_ID], members: [], invitations: [], is_paying: false };
  return { id: ORGANIZATION_ID, ...organization, owner, ...rest };
}

export const listWorkspaceRoles: Operation<'listWorkspaceRoles'> = {
  run: async () => [
    { role_name: 'viewer', role_description: 'Reads everything, and calls routes' },
    { role_name: 'auditor', role_description: 'Reads everything, with logs, usage and keys; calls nothing' },
    { role_name: 'author', role_description: 'Also changes apps, variants, test sets and evaluations' },
    { role_name: 'operator', role_description: 'Also changes environments and keys, and deletes apps' },
  ],
};

export const listWorkspacePermissions: Operation<'listWorkspacePermissions'> = {
  run: async () => [...PERMISSIONS],
};
