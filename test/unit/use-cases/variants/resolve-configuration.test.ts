import { expect, test } from 'vitest';
import type { EnvironmentRevisions } from '../../../../src/contract/environments/environment.ts';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import { findPinned, resolveConfiguration } from '../../../../src/use-cases/variants/resolve-configuration.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { variantOf } from '../../ui/fixtures.ts';

const APP_ID = '01932c5e-0000-7000-8000-00000000000a';
const ROUTE = { path: '/', name: 'x', config: null, input: null, output: null, defaults: {} };
const VARIANTS = [
  variantOf({ variant_name: 'formal', variant_id: 'v1', revision: 2, parameters: { words: 2 } }),
  variantOf({ variant_name: 'staging', variant_id: 'v2' }),
];
const REVISIONS = [1, 2].map((revision) => ({
  id: `r${revision}`,
  revision,
  modified_by: 'ann',
  config: { config_name: 'formal', parameters: { words: revision } },
  created_at: '',
}));
const HISTORY = [1, 2].map((revision) => ({
  id: `e${revision}`,
  revision,
  modified_by: 'ann',
  deployed_app_variant_revision: `r${revision}`,
  deployment: 'd1',
  created_at: '',
}));

function environment(name: string, revision: number | null): EnvironmentRevisions {
  return {
    name,
    app_id: APP_ID,
    project_id: 'p',
    deployed_app_variant_id: revision === null ? null : 'v1',
    deployed_variant_name: revision === null ? null : 'formal',
    deployed_app_variant_revision_id: revision === null ? null : `r${revision}`,
    revision,
    revisions: revision === null ? [] : HISTORY,
  };
}
const ENVIRONMENTS = [environment('development', null), environment('staging', 2), environment('production', 2)];

function resolve(named: string) {
  const { client } = fakeClient({
    listAppVariants: async () => VARIANTS,
    listAppEnvironments: async () => ENVIRONMENTS,
    getEnvironmentRevisions: async ({ environment_name }) =>
      ENVIRONMENTS.find(({ name }) => name === environment_name) ?? environment('none', null),
    listVariantRevisions: async ({ variant_id }) => (variant_id === 'v1' ? REVISIONS : []),
    getVariantRevision: async ({ revision }) => REVISIONS[Number(revision) - 1] ?? missing(),
    listRoutes: async () => [ROUTE],
    listDeployments: async () => [],
  });
  return resolveConfiguration({ client, app: APP_ID, named, readLocal: async () => [ROUTE] });
}

function missing(): never {
  throw new ServiceError({ code: 'WF_NOT_FOUND', message: 'No such revision.', status: 404 });
}

test.each([
  ['formal', { label: 'formal@2', parameters: { words: 2 }, routes: [ROUTE] }],
  ['formal@1', { label: 'formal@1', parameters: { words: 1 }, routes: [ROUTE] }],
  ['production', { label: 'production (formal@2)', parameters: { words: 2 }, routes: [] }],
  ['production@1', { label: 'production@1 (formal@1)', parameters: { words: 1 }, routes: [] }],
  ['env:staging', { label: 'staging (formal@2)', parameters: { words: 2 }, routes: [] }],
  ['variant:staging', { label: 'staging@1', parameters: { words: 50 }, routes: [ROUTE] }],
  ['local', { label: 'local', parameters: {}, routes: [ROUTE] }],
])('%s is found', async (named, expected) => {
  expect(await resolve(named)).toEqual(expected);
});

test.each([
  ['staging', 'WF_USAGE', '"staging" is both a variant and an environment.'],
  ['prodution', 'WF_NOT_FOUND', 'No variant or environment is called "prodution". Did you mean production?'],
  ['env:formal', 'WF_NOT_FOUND', expect.stringContaining('No variant or environment is called "formal".')],
  ['formal@9', 'WF_NOT_FOUND', 'No such revision.'],
  ['development', 'WF_NOT_FOUND', 'Nothing is deployed to development yet.'],
  ['development@1', 'WF_NOT_FOUND', 'Environment development has no revision 1. It has none yet.'],
  ['production@3', 'WF_NOT_FOUND', 'Environment production has no revision 3. It has 1 to 2.'],
])('%s is rejected', async (named, code, message) => {
  await expect(resolve(named)).rejects.toThrow(expect.objectContaining({ code, message }));
});

test('an environment has the routes of the deployment that it pins, as far as the service has it', async () => {
  const deployments = ['d1', 'd2'].map((id) => ({ id, routes: [{ ...ROUTE, path: `/${id}` }] }));
  const { client, calls } = fakeClient({ listDeployments: async () => deployments as never });
  expect(await findPinned(client, APP_ID, 'd2')).toBe(deployments[1]);
  expect(await findPinned(client, APP_ID, 'd3')).toBeNull();
  expect(calls[0]?.input).toEqual({ app_id: APP_ID });
  expect(await findPinned(fakeClient({}).client, APP_ID, null)).toBeNull();
  expect(await findPinned(fakeClient({ extensions: async () => null }).client, APP_ID, 'd1')).toBeNull();
});

test('a name like that of the sources is taken for a slip', async () => {
  await expect(resolve('locall')).rejects.toMatchObject({
    message: 'No variant or environment is called "locall". Did you mean local?',
  });
});
