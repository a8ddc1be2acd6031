import { expect, test } from 'vitest';
import type { RouteSchema } from '../../../../src/contract/deployments/route-schema.ts';
import { showVariantFields } from '../../../../src/use-cases/variants/show-variant-fields.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const route = (path: string, properties: object): RouteSchema => ({
  path,
  name: path.slice(1),
  config: { type: 'object', properties },
  input: null,
  output: null,
  defaults: {},
});
const text = (fallback: string) => ({ type: 'string', default: fallback });
const ROUTES = [
  route('/a', { tone: text('calm'), prompt: text('A'), model: text('m') }),
  route('/b', { tone: text('calm'), prompt: text('B') }),
];
const PARAMETERS = { tone: 'loud', prompt: 'all', old: 1, '/b': { prompt: 'own', gone: 2 } };

const variantOf = (parameters: object | null) => ({ app_id: 'a-1', base_name: 'main', parameters }) as never;
const field = (name: string, path: string | null, value: unknown, is_default = false) => ({
  field: name,
  route: path,
  value,
  is_default,
});

test('values are listed in the order of the code, then stored ones that no route reads', async () => {
  const { client } = fakeClient({ listRoutes: async () => ROUTES });
  const variant = variantOf(PARAMETERS);
  expect(await showVariantFields(client, variant)).toEqual([
    field('tone', null, 'loud'),
    field('/a:prompt', '/a', 'all'),
    field('/b:prompt', '/b', 'own'),
    field('model', null, 'm', true),
    field('old', null, 1),
    field('/b:gone', '/b', 2),
  ]);
});

test('without parameters, all values are defaults', async () => {
  const { client } = fakeClient({ listRoutes: async () => ROUTES });
  const fields = await showVariantFields(client, variantOf(null));
  expect(fields.map(({ field: name, value, is_default }) => [name, value, is_default])).toEqual([
    ['tone', 'calm', true],
    ['/a:prompt', 'A', true],
    ['/b:prompt', 'B', true],
    ['model', 'm', true],
  ]);
});

test('another service has stored values only', async () => {
  const { client } = fakeClient({ extensions: async () => null });
  expect(await showVariantFields(client, variantOf({ tone: 'loud' }))).toEqual([field('tone', null, 'loud')]);
});
