import { expect, test } from 'vitest';
import type { RouteSchema } from '../../../src/contract/records/route-schema.ts';
import { compareRoutes } from '../../../src/use-cases/compare-routes.ts';

const BASE: RouteSchema = {
  path: '/a',
  name: 'a',
  config: { type: 'object', properties: { words: { type: 'integer', maximum: 200, default: 50 } } },
  input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  output: null,
  defaults: { words: 50 },
};

test('equal routes have no difference', () => {
  expect(compareRoutes([BASE], [structuredClone(BASE)])).toEqual([]);
});

test('a route that came and one that went are named', () => {
  expect(compareRoutes([BASE], [{ ...BASE, path: '/b' }])).toMatchObject([
    { route: '/a', kind: 'removed', field: null },
    { route: '/b', kind: 'added', field: null },
  ]);
});

test('a changed bound is told with both values', () => {
  const after = {
    ...BASE,
    config: { type: 'object', properties: { words: { type: 'integer', maximum: 100, default: 50 } } },
  };
  expect(compareRoutes([BASE], [after])).toEqual([
    { route: '/a', field: 'words', part: 'config', kind: 'changed', keyword: 'maximum', before: 200, after: 100 },
  ]);
});

test('a bound that is dropped is told with null after', () => {
  const after = { ...BASE, config: { type: 'object', properties: { words: { type: 'integer', default: 50 } } } };
  expect(compareRoutes([BASE], [after])).toMatchObject([{ keyword: 'maximum', before: 200, after: null }]);
});

test('an input that becomes optional is a change', () => {
  const after = { ...BASE, input: { type: 'object', properties: { text: { type: 'string' } } } };
  expect(compareRoutes([BASE], [after])).toEqual([
    { route: '/a', field: 'text', part: 'input', kind: 'changed', keyword: 'required', before: true, after: false },
  ]);
});

test('a new field and an old one are told whole', () => {
  const after = { ...BASE, config: { type: 'object', properties: { length: { type: 'integer', default: 1 } } } };
  expect(compareRoutes([BASE], [after])).toMatchObject([
    { field: 'words', kind: 'removed' },
    { field: 'length', kind: 'added', after: { type: 'integer', default: 1 } },
  ]);
});
