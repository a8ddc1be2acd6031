import { expect, test } from 'vitest';
import { listFields, splitRoutes } from '../../../../src/contract/deployments/route-fields.ts';
import type { RouteSchema } from '../../../../src/contract/deployments/route-schema.ts';

function route(path: string, properties: Record<string, Record<string, unknown>>): RouteSchema {
  const defaults = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, field['default']]));
  return { path, name: path, config: { type: 'object', properties }, input: null, output: null, defaults };
}

const TEXT = { type: 'string', default: 'a' };

test('a field that routes declare alike is one field', () => {
  const routes = [route('/', { prompt: TEXT }), route('/b', { prompt: { default: 'a', type: 'string' } })];
  expect(splitRoutes(routes, 'prompt')).toEqual([]);
  expect(listFields(routes)).toEqual([
    { route: null, field: 'prompt', address: 'prompt', routes: ['/', '/b'], schema: TEXT, defaultValue: 'a' },
  ]);
});

test.each([
  ['type', { type: 'integer', default: 'a' }],
  ['default', { type: 'string', default: 'b' }],
  ['bound', { type: 'string', default: 'a', minimum: 1 }],
  ['choices', { type: 'string', default: 'a', enum: ['a'] }],
])('another %s makes it two fields', (_, other) => {
  const routes = [route('/', { prompt: TEXT }), route('/b', { prompt: other })];
  expect(splitRoutes(routes, 'prompt')).toEqual(['/', '/b']);
  expect(listFields(routes).map(({ address }) => address)).toEqual(['/:prompt', '/b:prompt']);
});

test('how a field is described is no difference', () => {
  const routes = [route('/', { prompt: TEXT }), route('/b', { prompt: { ...TEXT, title: 'P', description: 'p' } })];
  expect(splitRoutes(routes, 'prompt')).toEqual([]);
});

test('nobody shares a field of one route, or one that no route has', () => {
  const routes = [route('/', { prompt: TEXT }), route('/b', {})];
  expect(splitRoutes(routes, 'prompt')).toEqual([]);
  expect(splitRoutes(routes, 'gone')).toEqual([]);
  expect(splitRoutes(routes, 'constructor')).toEqual([]);
});

test('the default is the own one of a route, else that of the schema', () => {
  const bare = { ...route('/', { prompt: TEXT }), defaults: {} };
  const own = { ...bare, defaults: { prompt: 'own' } };
  expect([bare, own].map((one) => listFields([one])[0]?.defaultValue)).toEqual(['a', 'own']);
});

test('the order of keys in a schema is no difference, and that of its lists is', () => {
  const list = (items: unknown) => ({ type: 'array', default: [], items });
  const one = list({ type: 'object', properties: { a: {}, b: {} } });
  const other = list({ properties: { b: {}, a: {} }, type: 'object' });
  expect(splitRoutes([route('/', { x: one }), route('/b', { x: other })], 'x')).toEqual([]);
  const [ab, ba] = [
    { ...TEXT, enum: ['a', 'b'] },
    { ...TEXT, enum: ['b', 'a'] },
  ];
  expect(splitRoutes([route('/', { x: ab }), route('/b', { x: ba })], 'x')).toEqual(['/', '/b']);
});
