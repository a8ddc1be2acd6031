import { describe, expect, test } from 'vitest';
import type { ExtendedClient } from '../../../../src/client/create-client.ts';
import type { EnvironmentRevisions } from '../../../../src/contract/environments/environment.ts';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import {
  deployByPublicMeans,
  requireNewest,
  requirePublicDeployment,
} from '../../../../src/use-cases/environments/deploy-by-public-means.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { variantOf } from '../../ui/fixtures.ts';

const FORMAL = variantOf({ variant_name: 'formal', variant_id: 'v1', revision: 2 });

/** An environment that runs a revision of a variant. */
function running(variant: string | null, name: string | null, revision: string | null): EnvironmentRevisions {
  return {
    name: 'production',
    app_id: 'a',
    project_id: 'p',
    deployed_app_variant_id: variant,
    deployed_variant_name: name,
    deployed_app_variant_revision_id: revision,
    revision: 7,
    revisions: [],
  };
}

const revisionOf = (revision: number) => ({
  id: `r${revision}`,
  revision,
  modified_by: 'ann',
  config: { config_name: 'formal', parameters: {} },
  created_at: '',
});

const unreadable = new ServiceError({ code: 'WF_NOT_FOUND', message: 'No such path.', status: 404 });

async function deploy(methods: Partial<ExtendedClient>, { isExact = true, before = running(null, null, null) } = {}) {
  const { client, calls } = fakeClient({
    listVariantRevisions: async () => [revisionOf(1), revisionOf(2)],
    deployToEnvironment: async () => undefined as never,
    ...methods,
  });
  const result = await deployByPublicMeans(client, before, { variant: FORMAL, isExact });
  return { result, isWritten: calls.some(({ name }) => name === 'deployToEnvironment') };
}

describe('a deployment to a service without extensions', () => {
  test('writes, and reports what the environment runs then', async () => {
    const { result, isWritten } = await deploy({
      getEnvironmentRevisions: async () => running('v1', 'formal', 'r2'),
    });
    expect(isWritten).toBe(true);
    expect(result).toEqual({
      variantName: 'formal',
      variantRevision: 2,
      environmentRevision: null,
      environment: running('v1', 'formal', 'r2'),
      isChanged: true,
      warning: null,
    });
  });

  test('writes nothing when the environment runs that revision already', async () => {
    const before = running('v1', 'formal', 'r2');
    const { result, isWritten } = await deploy({ getEnvironmentRevisions: async () => before }, { before });
    expect(isWritten).toBe(false);
    expect(result).toMatchObject({ isChanged: false, variantRevision: 2, environment: before, warning: null });
  });

  test('replaces an older revision of the same variant', async () => {
    const before = running('v1', 'formal', 'r1');
    const { isWritten } = await deploy(
      { getEnvironmentRevisions: async () => running('v1', 'formal', 'r2') },
      { before },
    );
    expect(isWritten).toBe(true);
  });

  test.each([
    ['another variant', running('v9', 'casual', 'r9'), 'It runs casual.'],
    ['nothing', running(null, null, null), 'It runs nothing.'],
    ['another revision', running('v1', 'formal', 'r1'), 'It runs formal.'],
  ])('fails when the environment runs %s afterwards', async (_, after, runs) => {
    await expect(deploy({ getEnvironmentRevisions: async () => after })).rejects.toMatchObject({
      code: 'WF_CONFLICT',
      message: `production does not run what was deployed, formal: somebody else deployed at the same time, or the service ignored it. ${runs}`,
      nextSteps: ['wf env show production', 'Run the same command again'],
    });
  });

  test('accepts a newer revision when the user did not name one', async () => {
    const { result } = await deploy(
      { getEnvironmentRevisions: async () => running('v1', 'formal', 'r1') },
      { isExact: false },
    );
    expect(result).toMatchObject({ variantRevision: 1, isChanged: true });
  });

  test('reads the list of environments when the history cannot be read', async () => {
    const { result } = await deploy({
      getEnvironmentRevisions: async () => Promise.reject(unreadable),
      listAppEnvironments: async () => [
        { ...running('v9', 'casual', 'r9'), name: 'staging' },
        running('v1', 'formal', 'r2'),
      ],
    });
    expect(result.environment).toMatchObject({ name: 'production', deployed_variant_name: 'formal', revisions: [] });
    expect(result.warning).toBe('The history of production cannot be read, so `revisions` is empty.');
  });

  test('reports what was written when nothing can be read back', async () => {
    const unreadableLists = async () => Promise.reject(unreadable);
    const { result } = await deploy({
      listVariantRevisions: unreadableLists,
      getEnvironmentRevisions: unreadableLists,
      listAppEnvironments: unreadableLists,
    });
    expect(result).toMatchObject({
      variantRevision: 2,
      environment: {
        deployed_app_variant_id: 'v1',
        deployed_variant_name: 'formal',
        deployed_app_variant_revision_id: null,
        revision: null,
      },
      warning: expect.stringContaining('reading it back failed'),
    });
  });

  test('passes an answer that contradicts the contract on', async () => {
    const broken = new ServiceError({ code: 'WF_BUG', message: 'Odd.', status: 200 });
    await expect(deploy({ listVariantRevisions: async () => Promise.reject(broken) })).rejects.toBe(broken);
  });
});

const ASKED = { environment: 'my production', variant: 'formal' };

test.each([
  [{ gate: {} }, 'EVALUATION'],
  [{ evaluation: 'e1' }, 'e1'],
  [{ baseline: 'e2' }, 'EVALUATION'],
])('%j needs gates on deployments', (checks, shown) => {
  expect(() => requirePublicDeployment({ ...ASKED, ...checks })).toThrow(
    expect.objectContaining({
      code: 'WF_UNSUPPORTED',
      message: 'This service lacks gates on deployments, an extension of wf. Nothing was changed.',
      nextSteps: [
        `Check it here before you deploy: wf eval show ${shown} --gate FILE && wf env deploy 'my production' --variant formal`,
      ],
    }),
  );
});

test('a message needs an extension, and its absence none', () => {
  expect(() => requirePublicDeployment({ ...ASKED, message: 'hi' })).toThrow(
    expect.objectContaining({
      message: 'This service lacks messages on deployments, an extension of wf. Nothing was changed.',
      nextSteps: ["Leave out --message: wf env deploy 'my production' --variant formal"],
    }),
  );
  expect(() => requirePublicDeployment({ ...ASKED, message: null, gate: null })).not.toThrow();
});

test('an older revision is reverted to first', () => {
  expect(() => requireNewest(FORMAL, 1, 'production')).toThrow(
    expect.objectContaining({
      message:
        'This service lacks deployments of an older revision than the newest, formal@2, an extension of wf. Nothing was changed.',
      nextSteps: ['wf variants revert formal --to 1 && wf env deploy production --variant formal'],
    }),
  );
  expect(() => requireNewest(FORMAL, 2, 'production')).not.toThrow();
  expect(() => requireNewest(FORMAL, null, 'production')).not.toThrow();
});
