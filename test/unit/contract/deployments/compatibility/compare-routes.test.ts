import { describe, expect, test } from 'vitest';
import { compareRoutes, compareSharing } from '../../../../../src/contract/deployments/compatibility/compare-routes.ts';
import type { RouteSchema } from '../../../../../src/contract/deployments/route-schema.ts';

type Fields = Readonly<Record<string, object>>;

const route = (path: string, properties: Fields): RouteSchema => ({
  path,
  name: path.slice(1),
  config: { type: 'object', properties },
  input: null,
  output: null,
  defaults: {},
});

const [TEXT, NUMBER] = [{ type: 'string' }, { type: 'number' }];
const BASE = route('/a', { words: NUMBER });
const object = (properties: Fields, required: readonly string[] = []) => ({ type: 'object', properties, required });

/** One difference, whole. */
const change = (part: string, field: string | null, more: object) => ({
  route: '/a',
  part,
  field,
  kind: 'changed',
  keyword: null,
  before: null,
  after: null,
  maybe_renamed_to: null,
  ...more,
});

/** Compares the configuration fields of a route. */
const compareFields = (before: Fields, after: Fields) => compareRoutes([route('/a', before)], [route('/a', after)]);
/** Compares the outputs of a route. */
const compareOutputs = (before: object | null, after: object | null) =>
  compareRoutes([{ ...BASE, output: { ...before } }], [{ ...BASE, output: { ...after } }]);

test('equal routes have no difference', () => {
  expect(compareRoutes([BASE], [structuredClone(BASE)])).toEqual([]);
});

test('an added and a removed route are listed', () => {
  expect(compareRoutes([BASE], [{ ...BASE, path: '/b' }])).toMatchObject([
    { route: '/a', kind: 'removed', field: null },
    { route: '/b', kind: 'added', field: null },
  ]);
});

describe('a field of the configuration', () => {
  test.each<[string, object, object, readonly [string, unknown, unknown][]]>([
    ['a bound', { maximum: 200 }, { maximum: 100 }, [['maximum', 200, 100]]],
    ['a removed bound', { maximum: 200 }, {}, [['maximum', 200, null]]],
    [
      'a bound that becomes exclusive',
      { minimum: 0 },
      { exclusiveMinimum: 0 },
      [
        ['minimum', 0, null],
        ['exclusiveMinimum', null, 0],
      ],
    ],
    ['a type', { type: 'integer' }, NUMBER, [['type', 'integer', 'number']]],
    ['choices', { enum: ['a', 'b'] }, { enum: ['b', 'c'] }, [['enum', ['a', 'b'], ['b', 'c']]]],
    ['groups', { choices: { x: ['a'] } }, { choices: { y: ['a'] } }, [['choices', { x: ['a'] }, { y: ['a'] }]]],
    ['a default', { default: 1 }, { default: 2 }, [['default', 1, 2]]],
  ])('with another %s has both values', (_, before, after, changes) => {
    expect(compareFields({ field: before }, { field: after })).toEqual(
      changes.map(([keyword, old, now]) => change('config', 'field', { keyword, before: old, after: now })),
    );
  });

  test('that is added or removed has its whole schema', () => {
    expect(compareFields({ words: NUMBER }, { constructor: { ...TEXT, default: 'a' } })).toEqual([
      change('config', 'words', { kind: 'removed', before: NUMBER }),
      change('config', 'constructor', { kind: 'added', after: { ...TEXT, default: 'a' } }),
    ]);
  });

  const MODEL = { type: 'string', 'x-parameter': 'model' };

  test.each<[string, object, Fields, string | null]>([
    ['temperature', NUMBER, { temperatur: NUMBER, other: NUMBER }, 'temperatur'],
    ['temperature', NUMBER, { temperatur: TEXT }, null],
    ['words', NUMBER, { length: NUMBER }, 'length'],
    ['words', NUMBER, { length: NUMBER, size: NUMBER }, null],
    ['words', NUMBER, { length: { ...NUMBER, maximum: 1 } }, null],
    ['model', MODEL, { modell: TEXT, models: MODEL }, 'models'],
  ])('%s of %j, removed where %j are added, may be called %j now', (name, before, after, renamed) => {
    const [removed] = compareFields({ [name]: before }, after).filter(({ kind }) => kind === 'removed');
    expect(removed?.maybe_renamed_to).toBe(renamed);
  });
});

describe('an input or an output', () => {
  test('is compared by its keywords, but for those without meaning', () => {
    const before = { $schema: 'x', ...TEXT, enum: ['a'], title: 'A' };
    const after = { $schema: 'y', ...TEXT, enum: ['a', 'b'], maximum: 0 };
    expect(compareOutputs(before, after)).toEqual([
      change('output', null, { keyword: 'enum', before: ['a'], after: ['a', 'b'] }),
      change('output', null, { keyword: 'title', before: 'A' }),
      change('output', null, { keyword: 'maximum', after: 0 }),
    ]);
  });

  test('is compared inside objects and lists, by their paths', () => {
    const person = (city: object) => object({ people: { type: 'array', items: object({ city }, ['city']) } });
    const [before, after] = [person(TEXT), person({ ...TEXT, maxLength: 5 })];
    const routes = [before, after].map((schema) => ({ ...BASE, input: schema, output: schema }));
    expect(compareRoutes(routes.slice(0, 1), routes.slice(1))).toEqual([
      change('input', 'people[].city', { keyword: 'maxLength', after: 5 }),
      change('output', 'people[].city', { keyword: 'maxLength', after: 5 }),
    ]);
  });

  test('whose items are no longer described has one change', () => {
    const list = (more: object) => object({ tags: { type: 'array', ...more } });
    expect(compareOutputs(list({ items: TEXT }), list({}))).toEqual([
      change('output', 'tags[]', { keyword: 'items', before: TEXT }),
    ]);
  });

  test('says whether its fields are required', () => {
    const [required, optional] = [object({ a: TEXT }, ['a']), object({ a: TEXT })];
    expect(compareOutputs(required, optional)).toEqual([
      change('output', 'a', { keyword: 'required', before: true, after: false }),
    ]);
    expect(compareOutputs(object({}), required)).toEqual([
      change('output', 'a', { kind: 'added', after: { ...TEXT, required: true } }),
    ]);
  });

  test('that has a schema for the first time is one change', () => {
    expect(compareRoutes([BASE], [{ ...BASE, output: TEXT }])).toEqual([
      change('output', null, { kind: 'added', after: TEXT }),
    ]);
  });
});

describe('a field that routes share', () => {
  const shared = [route('/a', { x: TEXT }), route('/b', { x: TEXT }), route('/c', { y: TEXT })];
  const split = [route('/a', { x: TEXT }), route('/b', { x: NUMBER }), route('/c', { y: TEXT })];

  test('is split where they begin to declare it differently, and joined in the other direction', () => {
    expect(compareSharing(shared, split)).toEqual([{ field: 'x', kind: 'split', routes: ['/a', '/b'] }]);
    expect(compareSharing(split, shared)).toEqual([{ field: 'x', kind: 'joined', routes: ['/a', '/b'] }]);
  });

  test('is no change where it stays, or is new', () => {
    expect([compareSharing(shared, shared), compareSharing(split, split)]).toEqual([[], []]);
    expect(compareSharing([route('/c', { y: TEXT })], split)).toEqual([]);
  });
});
