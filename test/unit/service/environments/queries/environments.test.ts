import { expect, test } from 'vitest';
import {
  appendEnvironmentRevision,
  listRevisionsOf,
  locateEnvironmentRevision,
  readEnvironments,
  requireEnvironment,
  requireEnvironmentRevision,
  requireEnvironmentRevisionById,
  setProtection,
  toEnvironmentOutput,
  toEnvironmentRevision,
  type EnvironmentDeploy,
} from '../../../../../src/service/environments/queries/environments.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

/** Two apps; `live` of the first runs revision 4 of variant `main`, after a revision of a deleted variant. */
async function openEnvironments() {
  const { db } = await openBare();
  await insertBare(db, 'apps', [
    { id: 'a', name: 'a', project_id: 'p' },
    { id: 'b', name: 'b', project_id: 'p' },
  ]);
  await insertBare(db, 'environments', [
    { id: 'd', app_id: 'a', name: 'draft', position: 1 },
    { id: 'l', app_id: 'a', name: 'live', position: 0, variables_id: 'x' },
    { id: 'o', app_id: 'b', name: 'other', position: 0 },
  ]);
  await insertBare(db, 'variants', [{ id: 'v', app_id: 'a', name: 'main', archived_at: 'before' }]);
  await insertBare(db, 'variant_revisions', [
    { id: 'v4', variant_id: 'v', revision: 4 },
    { id: 'v5', variant_id: 'v', revision: 5 },
  ]);
  await insertBare(db, 'deployments', [{ id: 'dep2' }]);
  await insertBare(db, 'evaluations', [{ id: 'e' }, { id: 'f' }]);
  const evidence = JSON.stringify({ evaluation_id: 'e' });
  await insertBare(db, 'environment_revisions', [
    {
      id: 'l2',
      environment_id: 'l',
      revision: 2,
      variant_revision_id: 'v4',
      deployment_id: 'dep',
      modified_by: 'ann',
      created_at: 'second',
      message: 'hm',
      restored_from: 1,
      evidence,
    },
    {
      id: 'l1',
      environment_id: 'l',
      revision: 1,
      variant_revision_id: 'gone',
      modified_by: 'ben',
      created_at: 'first',
    },
    { id: 'o1', environment_id: 'o', revision: 1, variant_revision_id: 'v4' },
  ]);
  return db;
}

const DRAFT = {
  id: 'd',
  name: 'draft',
  app_id: 'a',
  position: 1,
  protection: null,
  variables_id: null,
  project_id: 'p',
  revision_id: null,
  revision: null,
  variant_revision_id: null,
  deployment_id: null,
  deployed_at: null,
  deployed_by: null,
  variant_id: null,
  variant_name: null,
};
const LIVE = {
  ...DRAFT,
  id: 'l',
  name: 'live',
  position: 0,
  variables_id: 'x',
  revision_id: 'l2',
  revision: 2,
  variant_revision_id: 'v4',
  deployment_id: 'dep',
  deployed_at: 'second',
  deployed_by: 'ann',
  variant_id: 'v',
  variant_name: 'main',
};

test('environments have the newest of their revisions, in the order of their places', async () => {
  const db = await openEnvironments();
  expect(await readEnvironments(db, 'a', { after: -1, limit: 9 })).toEqual([LIVE, DRAFT]);
  expect(await readEnvironments(db, 'a', { after: -1, limit: 1 })).toEqual([LIVE]);
  expect(await readEnvironments(db, 'a', { after: 0, limit: 9 })).toEqual([DRAFT]);
  expect(await requireEnvironment(db, 'a', 'live')).toEqual(LIVE);
});

test('an environment of another app is none; the ones that there are are named', async () => {
  const db = await openEnvironments();
  await expect(requireEnvironment(db, 'a', 'other')).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'No environment is called "other". Available: live, draft.',
  });
});

test('a revision is found by its number', async () => {
  const db = await openEnvironments();
  expect(await requireEnvironmentRevision(db, LIVE, 1)).toMatchObject({ id: 'l1' });
  await expect(requireEnvironmentRevision(db, LIVE, 3)).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'Environment "live" has no revision 3. It has 1 to 2.',
  });
  await expect(requireEnvironmentRevision(db, DRAFT, 1)).rejects.toThrow('It has none yet.');
});

test('a revision is found by its id, within an app or among those that a key reaches', async () => {
  const db = await openEnvironments();
  expect(await locateEnvironmentRevision(db, 'a', 'l1')).toEqual({ name: 'live', revision: 1 });
  expect(await locateEnvironmentRevision(db, 'a', 'o1')).toBeNull();
  const found = { environment_name: 'other', app_id: 'b', revision: 1, variant_revision_id: 'v4' };
  expect(await requireEnvironmentRevisionById(db, 'o1', null)).toEqual(found);
  expect(await requireEnvironmentRevisionById(db, 'o1', ['a', 'b'])).toEqual(found);
  for (const wrong of [
    requireEnvironmentRevisionById(db, 'o1', ['a']),
    requireEnvironmentRevisionById(db, 'x', null),
  ]) {
    await expect(wrong).rejects.toMatchObject({
      code: 'WF_NOT_FOUND',
      message: expect.stringContaining('environment revision'),
    });
  }
});

test('a history is listed oldest first, of the newest if there are many', async () => {
  const db = await openEnvironments();
  const [first, second] = [
    {
      id: 'l1',
      revision: 1,
      modified_by: 'ben',
      deployed_app_variant_revision: 'gone',
      deployed_variant_name: null,
      deployed_variant_revision: null,
      deployment: null,
      created_at: 'first',
      message: null,
      restored_from: null,
      evidence: null,
    },
    {
      id: 'l2',
      revision: 2,
      modified_by: 'ann',
      deployed_app_variant_revision: 'v4',
      deployed_variant_name: 'main',
      deployed_variant_revision: 4,
      deployment: 'dep',
      created_at: 'second',
      message: 'hm',
      restored_from: 1,
      evidence: { evaluation_id: 'e' },
    },
  ];
  expect((await listRevisionsOf(db, 'l')).map(toEnvironmentRevision)).toEqual([first, second]);
  expect((await listRevisionsOf(db, 'l', 1)).map(toEnvironmentRevision)).toEqual([second]);
});

test('a protection is set and removed', async () => {
  const db = await openEnvironments();
  const protection = { testset: 'cases', require: [], max_age_days: 3 } as unknown as Parameters<
    typeof setProtection
  >[2];
  await setProtection(db, { id: 'l' }, protection);
  const output = {
    name: 'live',
    app_id: 'a',
    project_id: 'p',
    deployed_app_variant_id: 'v',
    deployed_variant_name: 'main',
    deployed_app_variant_revision_id: 'v4',
    revision: 2,
  };
  expect(toEnvironmentOutput(await requireEnvironment(db, 'a', 'live'))).toMatchObject({ ...output, protection });
  expect(toEnvironmentOutput(await requireEnvironment(db, 'a', 'draft')).protection).toBeNull();
  await setProtection(db, { id: 'l' }, null);
  expect(toEnvironmentOutput(await requireEnvironment(db, 'a', 'live'))).toMatchObject({ ...output, protection: null });
});

const DEPLOY: EnvironmentDeploy = {
  variantRevisionId: 'v5',
  deploymentId: 'dep2',
  message: null,
  evidence: null,
  principal: { name: 'eve' },
  now: 'now',
};

test('a revision is added behind the newest, and its variant is no longer archived', async () => {
  const db = await openEnvironments();
  const made = await appendEnvironmentRevision(db, LIVE, DEPLOY);
  expect(made).toEqual({ id: expect.stringMatching(/^[\da-f-]{36}$/), revision: 3 });
  const row = {
    id: made.id,
    environment_id: 'l',
    revision: 3,
    variant_revision_id: 'v5',
    deployment_id: 'dep2',
    modified_by: 'eve',
    created_at: 'now',
    message: null,
    restored_from: null,
    evidence: null,
    evaluation_id: null,
    baseline_evaluation_id: null,
    variables_id: 'x',
  };
  expect(await requireEnvironmentRevision(db, LIVE, 3)).toEqual(row);
  expect(await db.selectFrom('variants').select('archived_at').execute()).toEqual([{ archived_at: null }]);
  expect(await requireEnvironment(db, 'a', 'live')).toMatchObject({ revision: 3, variables_id: 'x' });

  const evidence = { evaluation_id: 'e', baseline_evaluation_id: 'f' } as unknown as EnvironmentDeploy['evidence'];
  const restore = { ...DEPLOY, message: 'back', restoredFrom: 2, evidence, variablesId: null };
  const first = await appendEnvironmentRevision(db, DRAFT, restore);
  expect(first.revision).toBe(1);
  expect(await requireEnvironmentRevision(db, DRAFT, 1)).toEqual({
    ...row,
    id: first.id,
    environment_id: 'd',
    revision: 1,
    message: 'back',
    restored_from: 2,
    evidence: JSON.stringify(evidence),
    evaluation_id: 'e',
    baseline_evaluation_id: 'f',
    variables_id: null,
  });
});

test('a revision may bring another set of variables', async () => {
  const db = await openEnvironments();
  await appendEnvironmentRevision(db, LIVE, { ...DEPLOY, variablesId: null });
  expect(await requireEnvironment(db, 'a', 'live')).toMatchObject({ variables_id: null });
  expect(await requireEnvironmentRevision(db, LIVE, 3)).toMatchObject({ variables_id: null });
});
