import { expect, test } from 'vitest';
import {
  findConfig,
  findReferencedApp,
  readEnvironmentReference,
  toConfigResponse,
} from '../../../../src/service/environments/config-references.ts';
import type { FetchConfig } from '../../../../src/contract/variants/config.ts';
import type { OperationContext } from '../../../../src/service/operation/operation.ts';
import { insertBare } from '../../../helpers/insert-bare.ts';
import { openBare } from '../../../helpers/open-bare.ts';

const APP_TIMES = { created_at: 'app created', updated_at: 'app updated' };

/** Two apps; `live` of the first runs revision 1 of `main`, whose newest is 2. */
async function openConfigs(appIds: readonly string[] | null = null) {
  const { db } = await openBare();
  await insertBare(db, 'apps', [
    { id: 'a', name: 'support', ...APP_TIMES },
    { id: 'b', name: 'a', ...APP_TIMES },
  ]);
  await insertBare(db, 'bases', [
    { id: 'x', app_id: 'a', name: 'main', newest_deployment_id: 'd' },
    { id: 'y', app_id: 'b', name: 'main', newest_deployment_id: null },
  ]);
  await insertBare(db, 'deployments', [{ id: 'd', app_id: 'a', base_id: 'x', routes: '[]', url: null }]);
  const variant = { created_at: 'variant created', updated_at: '', modified_by_id: 'k' };
  await insertBare(db, 'variants', [
    { id: 'v', app_id: 'a', base_id: 'x', name: 'main', config_name: 'default', newest_revision: 2, ...variant },
    { id: 'o', app_id: 'b', base_id: 'y', name: 'other', config_name: 'other', newest_revision: 1, ...variant },
  ]);
  const revision = { modified_by: 'ann', created_at: 'revision created' };
  await insertBare(db, 'variant_revisions', [
    { id: 'v1', variant_id: 'v', revision: 1, parameters: '{"n":1}', ...revision },
    { id: 'v2', variant_id: 'v', revision: 2, parameters: '{"n":2}', ...revision },
    { id: 'o1', variant_id: 'o', revision: 1, parameters: '{"n":9}', ...revision },
  ]);
  await insertBare(db, 'environments', [{ id: 'e', app_id: 'a', name: 'live', position: 0 }]);
  await insertBare(db, 'environment_revisions', [
    {
      id: 'e1',
      environment_id: 'e',
      revision: 1,
      variant_revision_id: 'v1',
      deployment_id: 'd',
      modified_by: 'ben',
      created_at: 'deployed',
    },
  ]);
  const context = {
    db,
    principal: { appIds },
    addressOf: (appId: string, variantId: string) => `at ${appId}/${variantId}`,
  } as unknown as OperationContext; // what is called and read of it
  const find = async (body: FetchConfig) => {
    const { app, config } = await findConfig(context, body);
    return await toConfigResponse(app, config, context);
  };
  return { db, context, find };
}

const RESPONSE = {
  params: { n: 1 },
  url: 'at a/v',
  application_ref: { slug: 'support', version: null, id: 'a' },
  service_ref: null,
  variant_ref: { slug: 'default', version: 1, id: 'v1' },
  environment_ref: { slug: 'live', version: 1, id: 'e1' },
  application_lifecycle: { ...APP_TIMES, updated_by_id: null, updated_by: null },
  service_lifecycle: null,
  variant_lifecycle: {
    created_at: 'variant created',
    updated_at: 'revision created',
    updated_by_id: 'k',
    updated_by: 'ann',
  },
  environment_lifecycle: { created_at: 'deployed', updated_at: 'deployed', updated_by_id: null, updated_by: 'ben' },
};
const WITHOUT_ENVIRONMENT = { environment_ref: null, environment_lifecycle: null };
const newest = {
  ...RESPONSE,
  ...WITHOUT_ENVIRONMENT,
  params: { n: 2 },
  variant_ref: { slug: 'default', version: 2, id: 'v2' },
};
const first = { ...RESPONSE, ...WITHOUT_ENVIRONMENT };

test.each<[FetchConfig, object]>([
  [{ application_ref: { slug: 'support' }, environment_ref: { slug: 'live' } }, RESPONSE],
  [{ application_ref: { id: 'a' }, environment_ref: { id: 'e1' } }, RESPONSE],
  [{ application_ref: { slug: 'support' }, variant_ref: { slug: 'main' } }, newest],
  [{ application_ref: { slug: 'support' }, variant_ref: { slug: 'default', version: 1 } }, first],
  [{ variant_ref: { id: 'v1' } }, first],
  [{ variant_ref: { id: 'v' } }, newest],
])('%j names a configuration', async (body, response) => {
  const { find } = await openConfigs();
  expect(await find(body)).toEqual(response);
});

test('an id goes before a name, among the apps that a key reaches', async () => {
  const { context } = await openConfigs();
  expect((await findReferencedApp(context, { slug: 'a' })).name).toBe('support');
  expect((await findReferencedApp(context, { id: 'b' })).name).toBe('a');
  const some = await openConfigs(['b']);
  expect((await findReferencedApp(some.context, { slug: 'a' })).id).toBe('b');
  await expect(findReferencedApp(some.context, { slug: 'support' })).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'No app is called "support". Available: a.',
  });
});

test('a revision of an app that a key does not reach is like none', async () => {
  const { find } = await openConfigs(['b']);
  await expect(find({ variant_ref: { id: 'v1' } })).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: 'The reference names no app.',
    details: [{ loc: ['body', 'application_ref'], msg: 'Field required', type: 'missing' }],
  });
});

test('an environment is named by its name, or by one of its revisions', async () => {
  const { db } = await openConfigs();
  const read = (reference: Parameters<typeof readEnvironmentReference>[2]) =>
    readEnvironmentReference(db, 'a', reference);
  expect(await read({ slug: 'live', version: 3, id: 'e1' })).toEqual({ name: 'live', revision: 3 });
  expect(await read({ slug: 'live' })).toEqual({ name: 'live', revision: null });
  expect(await read({ id: 'e1' })).toEqual({ name: 'live', revision: 1 });
  expect(await read({ id: 'none', version: 2 })).toEqual({ name: 'none', revision: 2 });
  expect([await read({}), await read(null)]).toEqual([null, null]);
});
