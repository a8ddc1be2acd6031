import { expect, test } from 'vitest';
import type { EnvironmentOutput } from '../../../../src/contract/environments/environment.ts';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import { findConfiguration } from '../../../../src/use-cases/variants/find-configuration.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { variantOf } from '../../ui/fixtures.ts';

const APP = '01932c5e-0000-7000-8000-00000000000a';
const VARIANTS = ['formal', 'both', 'staging@2'].map((name) =>
  variantOf({ app_id: APP, variant_id: `id of ${name}`, variant_name: name, revision: 3, parameters: { words: 5 } }),
);
const environmentOf = (name: string, change: Partial<EnvironmentOutput> = {}) =>
  ({
    app_id: APP,
    name,
    revision: 2,
    deployed_app_variant_revision_id: 'r-2',
    deployed_variant_name: 'formal',
    ...change,
  }) as EnvironmentOutput;
const ENVIRONMENTS = [environmentOf('production'), environmentOf('both'), environmentOf('staging')];
const refusal = (status: number) =>
  new ServiceError({ code: status === 404 ? 'WF_NOT_FOUND' : 'WF_FAILED', message: 'No.', status, requestId: null });

/** Finds a configuration; environments ran two deployments. */
function find(
  named: string,
  { listsEnvironments = true, others }: { listsEnvironments?: boolean; others?: string[] } = {},
) {
  const revisions = [1, 2].map((revision) => ({
    id: `e-${revision}`,
    revision,
    deployed_app_variant_revision: `r-${revision}`,
    deployment: `d-${revision}`,
  }));
  const { client } = fakeClient({
    listAppVariants: async ({ variant_revision_id: id, variant_name: name }) =>
      id === undefined
        ? VARIANTS.filter((one) => name === undefined || one.variant_name === name)
        : VARIANTS.slice(0, 1),
    listVariantRevisions: async () =>
      [1, 2].map((revision) => ({
        id: `r-${revision}`,
        revision,
        config: { parameters: { words: revision } },
      })) as never,
    listAppEnvironments: async () => {
      if (!listsEnvironments) throw refusal(404);
      return ENVIRONMENTS;
    },
    getEnvironmentRevisions: async ({ environment_name: name }) => {
      if (!ENVIRONMENTS.some((one) => one.name === name)) throw refusal(404);
      return { ...environmentOf(name), revisions } as never;
    },
  });
  return findConfiguration({ client, app: APP, named, ...(others === undefined ? {} : { others }) });
}

const ofVariant = (name: string) => ({
  label: `${name}@3`,
  app_id: APP,
  variant_name: name,
  environment: null,
  parameters: { words: 5 },
  code: { kind: 'newest', base: 'main' },
});
const ofEnvironment = (name: string, label: string, number: number) => ({
  label: `${label} (formal@${number})`,
  app_id: APP,
  variant_name: 'formal',
  environment: name,
  parameters: { words: number },
  code: { kind: 'pinned', deployment: `d-${number}` },
});

test.each([
  ['formal', ofVariant('formal')],
  ['variant:formal', ofVariant('formal')],
  ['variant:both', ofVariant('both')],
  ['production', ofEnvironment('production', 'production', 2)],
  ['env:production', ofEnvironment('production', 'production', 2)],
  ['env:both', ofEnvironment('both', 'both', 2)],
  ['production@1', ofEnvironment('production', 'production@1', 1)],
])('%s is found', async (named, found) => {
  expect(await find(named)).toEqual(found);
});

test('a service that lists no environments still knows each by its name', async () => {
  expect(await find('env:production', { listsEnvironments: false })).toEqual(
    ofEnvironment('production', 'production', 2),
  );
  await expect(find('env:other', { listsEnvironments: false })).rejects.toMatchObject({ code: 'WF_NOT_FOUND' });
});

test('a failure to find a variant or an unlisted environment is thrown', async () => {
  const failing = (status: number) => async () => await Promise.reject(refusal(status));
  const looked = (environments: number) =>
    findConfiguration({
      client: fakeClient({
        listAppVariants: async () => [],
        listAppEnvironments: failing(404),
        getEnvironmentRevisions: failing(environments),
      }).client,
      app: APP,
      named: 'env:x',
    });
  await expect(looked(500)).rejects.toMatchObject({ status: 500 });
  const { client } = fakeClient({ listAppVariants: failing(503) });
  await expect(findConfiguration({ client, app: APP, named: 'variant:x' })).rejects.toMatchObject({ status: 503 });
});

test.each(['both', 'staging@2'])('%s, which is both, is refused with both spellings', async (named) => {
  await expect(find(named)).rejects.toMatchObject({
    code: 'WF_USAGE',
    message: `"${named}" is both a variant and an environment.`,
    nextSteps: [`Write variant:${named} or env:${named}`],
  });
});

test.each([
  ['formel', 'formal'],
  ['producton', 'production'],
  ['locall', 'local'],
])('%s is unknown, and suggests %s', async (named, suggestion) => {
  await expect(find(named, { others: ['local'] })).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: `No variant or environment is called "${named}". Did you mean ${suggestion}?`,
    nextSteps: ['wf variants list', 'wf env list'],
  });
});
