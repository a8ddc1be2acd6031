import { expect, test } from 'vitest';
import { checkParameters } from '../../../../src/contract/deployments/check-parameters.ts';
import { listFields, splitRoutes, wholeParameters } from '../../../../src/contract/deployments/route-fields.ts';
import type { RouteSchema } from '../../../../src/contract/deployments/route-schema.ts';

function route(path: string, properties: Record<string, Record<string, unknown>>): RouteSchema {
  const defaults = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, field['default']]));
  return { path, name: path, config: { type: 'object', properties }, input: null, output: null, defaults };
}

const ROUTES = [
  route('/a', {
    words: { type: 'integer', minimum: 10, maximum: 200, default: 50 },
    tone: { type: 'string', enum: ['x', 'y'], default: 'x' },
  }),
  route('/b', {
    words: { type: 'integer', minimum: 20, default: 60 },
    share: { type: 'number', exclusiveMaximum: 1, default: 0 },
  }),
];

test('values that every route accepts pass', () => {
  expect(checkParameters(ROUTES, { words: 20, tone: 'y', share: 0.99 }, ['body'])).toEqual([]);
});

test('missing fields pass, because defaults apply', () => {
  expect(checkParameters(ROUTES, {}, ['body'])).toEqual([]);
});

test('a value that only one route accepts is located', () => {
  expect(checkParameters(ROUTES, { words: 15 }, ['body', 'parameters'])).toEqual([
    {
      loc: ['body', 'parameters', 'words'],
      msg: 'Input should be greater than or equal to 20',
      type: 'greater_than_equal',
    },
  ]);
});

test('an exclusive bound itself is rejected', () => {
  expect(checkParameters(ROUTES, { share: 1 }, [])).toEqual([
    { loc: ['share'], msg: 'Input should be less than 1', type: 'less_than' },
  ]);
});

test('an unknown choice is rejected with the valid ones', () => {
  expect(checkParameters(ROUTES, { tone: 'z' }, [])).toEqual([
    { loc: ['tone'], msg: 'Input should be "x" or "y"', type: 'enum' },
  ]);
});

test('a field that no route has is rejected', () => {
  expect(checkParameters(ROUTES, { wrods: 20 }, [])).toEqual([
    { loc: ['wrods'], msg: 'No route has a configuration field of this name', type: 'extra_forbidden' },
  ]);
});

test('a name of Object.prototype is not mistaken for a field', () => {
  expect(checkParameters(ROUTES, { constructor: 1 }, [])).toMatchObject([{ loc: ['constructor'] }]);
});

test.each([
  ['a default that routes disagree on is under each path', {}, { '/a': { words: 50 }, '/b': { words: 60 } }],
  ['a value that is set for all routes stands for their defaults', { words: 30 }, { words: 30 }],
  [
    'a value that is set for one route leaves the default of the other',
    { '/a': { words: 30 } },
    { '/a': { words: 30 }, '/b': { words: 60 } },
  ],
])('in a whole configuration, %s', (_, set, words) => {
  expect(wholeParameters(ROUTES, set)).toEqual({ tone: 'x', share: 0, ...words });
});

test('a whole configuration keeps what no route has, as it is set', () => {
  expect(wholeParameters([], { words: 30 })).toEqual({ words: 30 });
  expect(wholeParameters(ROUTES, { old: 1, '/a': { old: 2 } })).toMatchObject({ old: 1, '/a': { words: 50, old: 2 } });
});

test('a value of one route is checked by that route alone', () => {
  expect(checkParameters(ROUTES, { '/a': { words: 15 }, '/b': { words: 15 } }, ['body'])).toEqual([
    {
      loc: ['body', '/b', 'words'],
      msg: 'Input should be greater than or equal to 20',
      type: 'greater_than_equal',
    },
  ]);
});

test('a route that has its own value does not read that of all routes', () => {
  expect(checkParameters(ROUTES, { words: 15, '/b': { words: 30 } }, [])).toEqual([]);
});

test('values for a route or a field that is not there are rejected', () => {
  expect(checkParameters(ROUTES, { '/gone': { words: 20 }, '/a': { share: 0.5 } }, [])).toEqual([
    { loc: ['/gone', 'words'], msg: 'No route has this path', type: 'extra_forbidden' },
    { loc: ['/a', 'share'], msg: 'The route has no configuration field of this name', type: 'extra_forbidden' },
  ]);
});

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
