import { describe, expect, test } from 'vitest';
import { ROLES } from '../../../src/contract/endpoint/endpoint.ts';
import { ORGANIZATION_ID, SCOPE, WORKSPACE_ID } from '../../../src/contract/workspaces/workspace.ts';
import { openWorld } from '../../helpers/open-world.ts';

describe('the one organisation and workspace', () => {
  test('stand in every record that can carry them', async () => {
    await using world = await openWorld();
    const { call, appId, variantId } = world;
    const [project] = await call('listProjects', {});
    const variant = await call('getVariant', { variant_id: variantId });
    expect(project).toMatchObject({ ...SCOPE, project_id: variant.project_id, project_name: 'default' });
    expect(variant).toMatchObject(SCOPE);
    const [environment] = await call('listAppEnvironments', { app_id: appId });
    expect(environment).toMatchObject(SCOPE);
    const revisions = await call('getEnvironmentRevisions', { app_id: appId, environment_name: 'production' });
    expect(revisions).toMatchObject(SCOPE);
    const own = await call('getOwnOrganization', {});
    expect(own.id).toBe(ORGANIZATION_ID);
    expect(await call('getOrganization', { organization_id: own.id })).toMatchObject({
      ...own,
      workspaces: [WORKSPACE_ID],
      default_workspace: { id: WORKSPACE_ID, organization: ORGANIZATION_ID },
    });
  });
});

describe('renaming', () => {
  test('changes the names that every record of it has, and an empty body nothing', async () => {
    await using world = await openWorld();
    const { call } = world;
    const organization_id = ORGANIZATION_ID;
    const ids = { organization_id, workspace_id: WORKSPACE_ID };
    const renamed = await call('updateOrganization', { organization_id, body: { name: 'Northwind' } });
    expect(renamed).toMatchObject({ id: ORGANIZATION_ID, name: 'Northwind', description: expect.any(String) });
    await call('updateWorkspace', { ...ids, body: { name: 'Helpers', description: 'Answer questions' } });
    await call('updateWorkspace', { ...ids, body: {} });
    await call('updateWorkspace', { ...ids, body: { description: 'Answer calls' } });
    const names = { organization_name: 'Northwind', workspace_name: 'Helpers' };
    expect(await call('listProjects', {})).toEqual([expect.objectContaining(names)]);
    expect(await call('getOrganization', { organization_id })).toMatchObject({
      name: 'Northwind',
      default_workspace: { name: 'Helpers', description: 'Answer calls' },
    });
    const changes = (await call('listAuditEntries', {})).filter(({ kind }) =>
      ['organization', 'workspace'].includes(kind),
    );
    expect(changes.map(({ kind, name }) => [kind, name])).toEqual([
      ['organization', 'Northwind'],
      ['workspace', 'Helpers'],
      ['workspace', 'Helpers'],
    ]);
  });

  test('knows one organisation and one workspace', async () => {
    await using world = await openWorld();
    const { running } = world;
    const statuses = ['/organizations/other', `/organizations/${ORGANIZATION_ID}/workspaces/other`].map(
      async (path) => (await running.send('PUT', path, { body: { name: 'x' } })).status,
    );
    expect(await Promise.all(statuses)).toEqual([404, 404]);
  });
});

describe('verifyPermission', () => {
  test.each([
    ['run_service', [200, 403, 200, 200]],
    ['run_evaluations', [403, 403, 200, 200]],
    ['deploy_application', [403, 403, 403, 200]],
    ['delete_organization', [403, 403, 403, 403]],
  ])('%s is allowed as the roles are', async (action, statuses) => {
    await using world = await openWorld();
    const { running } = world;
    const answers = ROLES.map(async (role) => {
      const answer = await running.send('GET', `/permissions/verify?action=${action}`, { key: running.keys[role] });
      return answer.status;
    });
    expect(await Promise.all(answers)).toEqual(statuses);
  });

  test('an auditor reads, and calls no route', async () => {
    await using world = await openWorld();
    const { running, appId, variantId } = world;
    const call = { key: running.keys.auditor, body: { inputs: {} } };
    const answer = await running.send('POST', `/services/${appId}/${variantId}/call`, call);
    expect([answer.status, await answer.json()]).toEqual([
      403,
      { detail: 'The key "the auditor" has the role auditor, which only reads: it calls no routes.' },
    ]);
  });

  test('without an action it is about running a service', async () => {
    await using world = await openWorld();
    const { running } = world;
    const answer = await running.send('GET', '/permissions/verify', { key: running.keys.viewer });
    expect(await answer.json()).toEqual({ effect: 'allow', credentials: null });
  });
});
