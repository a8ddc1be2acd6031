import { expect, test } from 'vitest';
import { addVariantFromService } from '../../../../../src/service/deployments/operations/add-from-service.ts';
import { findNewestDeployment, routesOf } from '../../../../../src/service/variants/queries/deployments.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { NOW, openOperations } from '../../../../helpers/open-operations.ts';

async function openApp() {
  const opened = await openOperations();
  const { db, context } = opened;
  await insertBare(db, 'apps', [{ id: 'a', name: 'support' }]);
  await insertBare(db, 'bases', [{ id: 'x', app_id: 'a', name: 'taken' }]);
  const add = async (variant_name: string, base_name: string | null = null, config_name: string | null = null) => {
    const body = { variant_name, url: 'https://flow.example/', base_name, config_name };
    return await addVariantFromService.run({ app_id: 'a', body }, context);
  };
  return { ...opened, add };
}

test('an address is deployed as a base of its own, whose route takes any fields', async () => {
  const { add, db, takeLogged } = await openApp();
  const variant = await add('bold.kind');
  expect(variant).toMatchObject({
    variant_name: 'bold.kind',
    base_name: 'bold',
    config_name: 'kind',
    parameters: {},
    uri: 'https://flow.example/',
    created_at: NOW,
  });
  const deployment = await findNewestDeployment(db, variant.base_id);
  expect(deployment).toMatchObject({
    app_id: 'a',
    artifact_sha256: null,
    url: 'https://flow.example/',
    sdk_version: 'unknown',
    evaluators: null,
    created_by: 'ann',
    created_at: NOW,
  });
  expect(routesOf({ routes: deployment?.routes ?? '' })).toEqual([
    {
      path: '/',
      name: 'default',
      config: { type: 'object', properties: {}, additionalProperties: true },
      input: { type: 'object', properties: {} },
      output: null,
      defaults: {},
    },
  ]);
  const { id } = deployment ?? {};
  const after = expect.stringMatching(/^[\da-f-]{36}$/);
  expect(takeLogged()).toEqual([
    { kind: 'deployment', id, name: 'bold', appId: 'a', after: id, summary: 'code https://flow.example/' },
    { kind: 'variant', id: variant.variant_id, name: 'bold.kind', appId: 'a', after, summary: 'created' },
  ]);
});

test.each([
  ['bold', null, null, 'bold', 'bold'],
  ['bold.a.b', null, null, 'bold', 'a.b'],
  ['.bold', null, null, '.bold', '.bold'],
  ['bold.', null, null, 'bold.', 'bold.'],
  ['b.c', null, null, 'b', 'c'],
  ['bold.kind', 'base', 'config', 'base', 'config'],
])(
  'the variant %s, base %s, configuration %s is called %s and %s',
  async (name, base, config, baseName, configName) => {
    const { add } = await openApp();
    expect(await add(name, base, config)).toMatchObject({ base_name: baseName, config_name: configName });
  },
);

test('a base of that name is not replaced', async () => {
  const { add } = await openApp();
  await expect(add('taken.kind')).rejects.toMatchObject({
    code: 'WF_CONFLICT',
    message: 'There is already a base called "taken": add a variant from it.',
  });
});
