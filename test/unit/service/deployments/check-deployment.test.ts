import { expect, test } from 'vitest';
import type { Compatibility } from '../../../../src/contract/deployments/deployment.ts';
import type { RouteSchema } from '../../../../src/contract/deployments/route-schema.ts';
import { checkStored, requireCompatible, storeMigrated } from '../../../../src/service/deployments/check-deployment.ts';
import type { OperationContext } from '../../../../src/service/operation/operation.ts';
import { insertBare } from '../../../helpers/insert-bare.ts';
import { openBare } from '../../../helpers/open-bare.ts';

const route = (maximum: number): RouteSchema => ({
  path: '/',
  name: 'default',
  config: { type: 'object', properties: { n: { type: 'integer', maximum } } },
  input: null,
  output: null,
  defaults: {},
});

/** Two variants on a base: `live` runs the first revision of one, `draft` the newest of the other. */
async function openStored() {
  const { db } = await openBare();
  await insertBare(db, 'apps', [{ id: 'a', name: 'a' }]);
  await insertBare(db, 'bases', [{ id: 'x', app_id: 'a', name: 'main' }]);
  await insertBare(db, 'deployments', [{ id: 'd', app_id: 'a', base_id: 'x', routes: JSON.stringify([route(9)]) }]);
  await insertBare(db, 'variants', [
    { id: 'v', app_id: 'a', base_id: 'x', name: 'main', config_name: 'v' },
    { id: 'w', app_id: 'a', base_id: 'x', name: 'bold', config_name: 'w' },
  ]);
  await insertBare(db, 'variant_revisions', [
    { id: 'v1', variant_id: 'v', revision: 1, parameters: '{"n":5}' },
    { id: 'v2', variant_id: 'v', revision: 2, parameters: '{"n":6}' },
    { id: 'w1', variant_id: 'w', revision: 1, parameters: '{"n":7}' },
  ]);
  await insertBare(db, 'environments', [
    { id: 'l', app_id: 'a', name: 'live', position: 0 },
    { id: 'm', app_id: 'a', name: 'draft', position: 1 },
  ]);
  await insertBare(db, 'environment_revisions', [
    { id: '1', environment_id: 'l', revision: 1, variant_revision_id: 'v1', deployment_id: 'd' },
    { id: '2', environment_id: 'm', revision: 1, variant_revision_id: 'w1', deployment_id: 'd' },
  ]);
  return db;
}

/** What breaks, and how, where an environment will run a variant after the deployment, or none. */
async function breaksOf(
  maximum: number,
  target: { readonly environment?: string; readonly variant_name?: string } = {},
) {
  const db = await openStored();
  const { breaks } = await checkStored(db, 'x', { variant_name: 'new', routes: [route(maximum)], ...target });
  return breaks.map((one) => `${one.severity} ${one.environment} ${one.variant_name}@${one.revision}`);
}

test('what environments run is checked, and the newest revisions that nothing runs', async () => {
  expect(await breaksOf(4)).toEqual(['breaking live main@1', 'breaking draft bold@1', 'idle null main@2']);
  expect(await breaksOf(6)).toEqual(['breaking draft bold@1']);
  expect(await breaksOf(9)).toEqual([]);
});

test('what an environment will run counts in place of what it runs', async () => {
  expect(await breaksOf(4, { environment: 'live', variant_name: 'main' })).toEqual([
    'breaking draft bold@1',
    'fatal live main@2',
  ]);
  expect(await breaksOf(4, { environment: 'draft', variant_name: 'main' })).toEqual([
    'breaking live main@1',
    'idle null bold@1',
    'fatal draft main@2',
  ]);
  expect(await breaksOf(4, { variant_name: 'main' })).toEqual(await breaksOf(4));
});

const broken = (...severities: string[]) =>
  ({
    breaks: severities.map((severity, index) => ({ severity, message: `message ${index}` })),
  }) as unknown as Compatibility; // what is read of it

test('breaking changes are refused unless accepted, and fatal ones always', () => {
  expect(() => requireCompatible(broken(), { isAccepted: false })).not.toThrow();
  expect(() => requireCompatible(broken('breaking'), { isAccepted: true })).not.toThrow();
  const compatibility = broken('breaking', 'fatal', 'breaking');
  expect(() => requireCompatible(compatibility, { isAccepted: false })).toThrow(
    expect.objectContaining({
      code: 'WF_BREAKING_CHANGE',
      message: expect.stringMatching(/^The deployment breaks stored configurations: message \d; and 2 more\.$/),
      details: compatibility,
    }),
  );
  expect(() => requireCompatible(compatibility, { isAccepted: true })).toThrow(
    'The deployment breaks stored configurations: message 1.',
  );
});

test('revisions that migrations made are stored and noted', async () => {
  const db = await openStored();
  const noted: unknown[] = [];
  const context = {
    db,
    principal: { id: 'k', name: 'ann' },
    now: 'now',
    record: (change: unknown) => void noted.push(change),
  } as unknown as OperationContext; // what is called and read of it
  const migrated = [
    { variant_id: 'v', variant_name: 'main', from_revision: 2, to_revision: 3, after: { n: 1 }, is_new: true },
    { variant_id: 'w', variant_name: 'bold', from_revision: 1, to_revision: 1, after: { n: 2 }, is_new: false },
  ];
  await storeMigrated({ migrated } as unknown as Compatibility, 'a', context);
  expect(noted).toEqual([
    { kind: 'variant', id: 'v', name: 'main', appId: 'a', summary: 'migrated from revision 2 as revision 3' },
  ]);
  const stored = await db
    .selectFrom('variant_revisions')
    .select(['variant_id', 'revision', 'parameters', 'modified_by'])
    .orderBy('id')
    .execute();
  expect(stored.filter(({ modified_by }) => modified_by === 'ann')).toEqual([
    { variant_id: 'v', revision: 3, parameters: '{"n":1}', modified_by: 'ann' },
  ]);
  expect(stored).toHaveLength(4);
});
