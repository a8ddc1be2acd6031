import { expect, test } from 'vitest';
import type { RouteSchema } from '../../../../../src/contract/deployments/route-schema.ts';
import { compareRoutes } from '../../../../../src/contract/deployments/compatibility/compare-routes.ts';

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

test('an added and a removed route are listed', () => {
  expect(compareRoutes([BASE], [{ ...BASE, path: '/b' }])).toMatchObject([
    { route: '/a', kind: 'removed', field: null },
    { route: '/b', kind: 'added', field: null },
  ]);
});

test('a changed bound is listed with both values', () => {
  const after = {
    ...BASE,
    config: { type: 'object', properties: { words: { type: 'integer', maximum: 100, default: 50 } } },
  };
  expect(compareRoutes([BASE], [after])).toEqual([
    {
      route: '/a',
      field: 'words',
      part: 'config',
      kind: 'changed',
      keyword: 'maximum',
      before: 200,
      after: 100,
      maybe_renamed_to: null,
    },
  ]);
});

test('a removed bound has null as its new value', () => {
  const after = { ...BASE, config: { type: 'object', properties: { words: { type: 'integer', default: 50 } } } };
  expect(compareRoutes([BASE], [after])).toMatchObject([{ keyword: 'maximum', before: 200, after: null }]);
});

test('an input that becomes optional is a change', () => {
  const after = { ...BASE, input: { type: 'object', properties: { text: { type: 'string' } } } };
  expect(compareRoutes([BASE], [after])).toEqual([
    {
      route: '/a',
      field: 'text',
      part: 'input',
      kind: 'changed',
      keyword: 'required',
      before: true,
      after: false,
      maybe_renamed_to: null,
    },
  ]);
});

test('added and removed fields have their whole schema', () => {
  const after = { ...BASE, config: { type: 'object', properties: { length: { type: 'integer', default: 1 } } } };
  expect(compareRoutes([BASE], [after])).toMatchObject([
    { field: 'words', kind: 'removed' },
    { field: 'length', kind: 'added', after: { type: 'integer', default: 1 } },
  ]);
});

/** Both sides of a change of one configuration field. */
function changesOf(before: Record<string, unknown>, after: Record<string, unknown>) {
  const withField = (schema: Record<string, unknown>) => ({
    ...BASE,
    config: { type: 'object', properties: { field: schema } },
  });
  return compareRoutes([withField(before)], [withField(after)]).map((change) => [
    change.field,
    change.keyword,
    change.before,
    change.after,
  ]);
}

test.each([
  ['a type', { type: 'integer' }, { type: 'number' }, ['type', 'integer', 'number']],
  ['choices', { enum: ['a', 'b'] }, { enum: ['b', 'c'] }, ['enum', ['a', 'b'], ['b', 'c']]],
  ['groups', { choices: { x: ['a'] } }, { choices: { y: ['a'] } }, ['choices', { x: ['a'] }, { y: ['a'] }]],
  ['a default', { default: 1 }, { default: 2 }, ['default', 1, 2]],
])('a change of %s is listed', (_, before, after, [keyword, old, now]) => {
  expect(changesOf(before, after)).toEqual([['field', keyword, old, now]]);
});

test('a bound that becomes exclusive is two changes', () => {
  expect(changesOf({ minimum: 0 }, { exclusiveMinimum: 0 })).toEqual([
    ['field', 'minimum', 0, null],
    ['field', 'exclusiveMinimum', null, 0],
  ]);
});

test.each([
  ['a near name', { tone: { type: 'string', default: 'a' } }, { tones: { type: 'string' } }, 'tones'],
  ['the same but the name', { tone: { type: 'string' } }, { voice: { type: 'string' } }, 'voice'],
  ['another type', { tone: { type: 'string' } }, { tones: { type: 'integer' } }, null],
  ['another name and default', { tone: { type: 'string' } }, { voice: { type: 'string', default: 'x' } }, null],
])('a removed field and an added one with %s: perhaps renamed to %s', (_, before, after, renamed) => {
  const withFields = (properties: object) => ({ ...BASE, config: { type: 'object', properties } });
  expect(compareRoutes([withFields(before)], [withFields(after)])).toMatchObject([
    { field: 'tone', kind: 'removed', maybe_renamed_to: renamed },
    { kind: 'added', maybe_renamed_to: null },
  ]);
});

test('an input and an output are compared inside objects and lists', () => {
  const person = (city: object) => ({
    type: 'object',
    properties: { people: { type: 'array', items: { type: 'object', properties: { city }, required: ['city'] } } },
  });
  const [before, after] = [person({ type: 'string' }), person({ type: 'string', maxLength: 5 })];
  const changes = compareRoutes(
    [{ ...BASE, input: before, output: before }],
    [{ ...BASE, input: after, output: after }],
  );
  expect(changes.map(({ part, field, keyword, after: now }) => [part, field, keyword, now])).toEqual([
    ['input', 'people[].city', 'maxLength', 5],
    ['output', 'people[].city', 'maxLength', 5],
  ]);
});

test('a schema that replaces an open record is one change', () => {
  const output = { type: 'string' };
  expect(compareRoutes([BASE], [{ ...BASE, output }])).toEqual([
    {
      route: '/a',
      part: 'output',
      field: null,
      kind: 'added',
      keyword: null,
      before: null,
      after: output,
      maybe_renamed_to: null,
    },
  ]);
  expect(compareRoutes([{ ...BASE, output }], [{ ...BASE, output: { type: 'number' } }])).toMatchObject([
    { part: 'output', field: null, kind: 'changed', keyword: 'type', before: 'string', after: 'number' },
  ]);
});

test('an added input says whether it is required', () => {
  const input = { type: 'object', properties: { text: { type: 'string' }, kind: { type: 'string' } } };
  const after = { ...BASE, input: { ...input, required: ['text', 'kind'] } };
  expect(compareRoutes([BASE], [after])).toMatchObject([
    { part: 'input', field: 'kind', kind: 'added', after: { type: 'string', required: true } },
  ]);
});
