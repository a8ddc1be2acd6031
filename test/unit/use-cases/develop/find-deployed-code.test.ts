import { expect, test } from 'vitest';
import type { Deployment } from '../../../../src/contract/deployments/deployment.ts';
import type { ConfigurationCode, FoundConfiguration } from '../../../../src/use-cases/variants/find-configuration.ts';
import { findDeployedCode } from '../../../../src/use-cases/develop/find-deployed-code.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

function deployment(id: string, changes: Partial<Deployment> = {}): Deployment {
  const where = { app_id: 'a', base_id: 'b', base_name: 'main', artifact_sha256: `hash of ${id}`, url: null };
  return { id, ...where, sdk_version: '0.1.0', routes: [], created_by: 'ann', created_at: '', ...changes };
}

function find(code: ConfigurationCode, deployments: Deployment[]) {
  const { client } = fakeClient({ listDeployments: async () => deployments });
  const found: FoundConfiguration = {
    label: 'production@1 (tuned@2)',
    app_id: 'a',
    variant_name: 'tuned',
    environment: 'production',
    parameters: {},
    code,
  };
  return findDeployedCode(client, found);
}

const ALL = [deployment('d1'), deployment('d2')];

test('an environment runs its pinned code, a variant the newest', async () => {
  expect((await find({ kind: 'pinned', deployment: 'd1' }, ALL)).artifact_sha256).toBe('hash of d1');
  expect((await find({ kind: 'newest', base: 'main' }, ALL)).artifact_sha256).toBe('hash of d2');
});

test.each<[ConfigurationCode, Deployment[]]>([
  [{ kind: 'pinned', deployment: null }, ALL],
  [{ kind: 'pinned', deployment: 'd3' }, ALL],
  [{ kind: 'newest', base: 'main' }, []],
])('missing code of %j is reported', async (code, deployments) => {
  await expect(find(code, deployments)).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'The service has no code for production@1 (tuned@2).',
    nextSteps: ['wf deploy'],
  });
});

test('self-hosted code cannot be fetched', async () => {
  const elsewhere = deployment('d1', { artifact_sha256: null });
  await expect(find({ kind: 'pinned', deployment: 'd1' }, [elsewhere])).rejects.toMatchObject({
    message: 'The code of production@1 (tuned@2) is self-hosted: there is no bundle to fetch.',
  });
  const hosted = deployment('d1', { artifact_sha256: null, url: 'https://flow.example' });
  await expect(find({ kind: 'pinned', deployment: 'd1' }, [hosted])).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: 'The code of production@1 (tuned@2) is self-hosted at https://flow.example: there is no bundle to fetch.',
  });
});
