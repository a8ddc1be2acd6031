import { expect, test } from 'vitest';
import type { RouteSchema } from '../../../../src/contract/deployments/route-schema.ts';
import { findSharing } from '../../../../src/use-cases/deployments/find-sharing.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const route = (path: string, type: string): RouteSchema => ({
  path,
  name: path.slice(1),
  config: { type: 'object', properties: { x: { type } } },
  input: null,
  output: null,
  defaults: {},
});
const shared = [route('/a', 'string'), route('/b', 'string')];
const split = [route('/a', 'string'), route('/b', 'number')];
const variant = (variant_name: string, parameters: object | null, base_name = 'main') =>
  ({ variant_name, revision: 3, base_name, parameters }) as never;

function world() {
  return fakeClient({
    listAppVariants: async () => [
      variant('for all', { x: 'v' }),
      variant('for one', { '/a': { x: 'v' } }),
      variant('for another field', { y: 'v', '/a': { z: 'v' } }),
      variant('for nothing', null),
      variant('of another base', { x: 'v' }, 'other'),
    ],
  });
}

test.each([
  ['split', shared, split, 'for all@3'],
  ['joined', split, shared, 'for one@3'],
])('a field that is %s is stored by variants with a value of the other kind', async (kind, before, after, stored) => {
  const { client, calls } = world();
  expect(await findSharing(client, { appId: 'a-1', base: 'main', before, after })).toEqual([
    { field: 'x', kind, routes: ['/a', '/b'], stored_by: [stored] },
  ]);
  expect(calls).toEqual([{ name: 'listAppVariants', input: { app_id: 'a-1' } }]);
});

test('nothing is asked where nothing changes, or before the first deploy', async () => {
  const { client, calls } = world();
  expect(await findSharing(client, { appId: 'a-1', base: 'main', before: shared, after: shared })).toEqual([]);
  expect(await findSharing(client, { appId: null, base: 'main', before: shared, after: split })).toEqual([]);
  expect(calls).toEqual([]);
});
