import { expect, test } from 'vitest';
import { checkCompatibility } from '../../../../../src/contract/deployments/compatibility/check-compatibility.ts';
import type { StoredConfiguration } from '../../../../../src/contract/deployments/compatibility/find-breaks.ts';
import type { RouteSchema } from '../../../../../src/contract/deployments/route-schema.ts';

const routeOf = (properties: Record<string, object>, path = '/'): RouteSchema => ({
  path,
  name: 'answer',
  config: { type: 'object', properties },
  input: null,
  output: null,
  defaults: {},
});

const BEFORE = routeOf({
  words: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
  ratio: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 10, default: 1 },
  model: { type: 'string', enum: ['a', 'b', 'c'], default: 'a' },
  prompt: { type: 'string', default: '' },
  old: { type: 'boolean', default: true },
});
const AFTER = routeOf({
  words: { type: 'integer', minimum: 10, maximum: 100, default: 50 },
  ratio: { type: 'number', exclusiveMinimum: 1, exclusiveMaximum: 5, default: 2 },
  model: { type: 'string', enum: ['a', 'b'], default: 'a' },
  prompt: { type: 'boolean', default: false },
});

const stored = (parameters: Record<string, unknown>, rest: Partial<StoredConfiguration> = {}): StoredConfiguration => ({
  environment: 'production',
  isDeployed: true,
  variant_id: 'v',
  variant_name: 'friendly',
  revision: 1,
  parameters,
  routes: [BEFORE],
  ...rest,
});

const historyOf = (...configurations: StoredConfiguration[]) => [
  {
    variant_id: 'v',
    variant_name: 'friendly',
    revisions: configurations.map(({ revision, parameters }) => ({ revision, parameters })),
  },
];

const check = (configurations: readonly StoredConfiguration[], migrations: readonly string[] = []) =>
  checkCompatibility({
    current: [BEFORE],
    next: [AFTER],
    configurations,
    histories: historyOf(...configurations),
    migrations,
  });

test.each([
  ['below the minimum', { words: 5 }],
  ['above the maximum', { words: 150 }],
  ['at an exclusive minimum', { ratio: 1 }],
  ['at an exclusive maximum', { ratio: 5 }],
  ['of a removed choice', { model: 'c' }],
  ['of a changed type', { prompt: 'Hello' }],
  ['of a removed field', { old: false }],
  ['of several kinds', { words: 5, model: 'c', old: false }],
])('a value %s breaks what an environment runs', (_, parameters) => {
  expect(check([stored(parameters)])).toMatchSnapshot();
});

test.each([
  ['accepted values', { words: 10, ratio: 2, model: 'b', prompt: true }],
  ['no values', {}],
])('%s break nothing', (_, parameters) => {
  expect(check([stored(parameters)])).toEqual({ is_breaking: false, breaks: [], migrated: [], unused_migrations: [] });
});

test.each<[string, Partial<StoredConfiguration>]>([
  ['no environment runs', { environment: null, isDeployed: false }],
  ['an environment keeps running with its own code', { isDeployed: false }],
  ['was broken before', { parameters: { words: 500 } }],
  ['was saved with code without the field', { routes: [routeOf({}, '/other')] }],
])('a value of what %s is judged as such', (_, rest) => {
  expect(check([stored({ words: 5 }, rest)])).toMatchSnapshot();
});

test('migrations that are used make one revision each, oldest first, and the others are listed', () => {
  const [first, second] = [stored({ words: 5, old: true }), stored({ words: 150 }, { revision: 2, environment: null })];
  expect(check([second, first], ['clamp:words', 'drop:old', 'default:model'])).toMatchSnapshot();
});

test('a migration that does not cure a value leaves its break', () => {
  expect(check([stored({ words: 5, model: 'c' })], ['clamp:words'])).toMatchSnapshot();
});

test('a value of one route names that route', () => {
  const next = [routeOf({ words: { type: 'integer', maximum: 3, default: 1 } }, '/summary'), routeOf({})];
  const current = [routeOf({ words: { type: 'integer', maximum: 9, default: 1 } }, '/summary'), routeOf({})];
  const configuration = stored({ '/summary': { words: 5 } }, { routes: current });
  expect(
    checkCompatibility({
      current,
      next,
      configurations: [configuration],
      histories: historyOf(configuration),
      migrations: [],
    }),
  ).toMatchSnapshot();
});
