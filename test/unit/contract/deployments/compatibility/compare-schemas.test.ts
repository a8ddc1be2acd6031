import { expect, test } from 'vitest';
import {
  compareFields,
  compareSchemas,
  propertiesIn,
} from '../../../../../src/contract/deployments/compatibility/compare-schemas.ts';

const change = (field: string | null, more: object) => ({
  field,
  kind: 'changed',
  keyword: null,
  before: null,
  after: null,
  maybe_renamed_to: null,
  ...more,
});
const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', properties, required });

test('keywords that differ are listed, and those without meaning are not', () => {
  const before = { $schema: 'x', type: 'string', enum: ['a'], title: 'A' };
  const after = { $schema: 'y', type: 'string', enum: ['a', 'b'], maximum: 0 };
  expect(compareSchemas(before, after)).toEqual([
    change(null, { keyword: 'enum', before: ['a'], after: ['a', 'b'] }),
    change(null, { keyword: 'title', before: 'A' }),
    change(null, { keyword: 'maximum', after: 0 }),
  ]);
});

test('fields are compared inside objects and lists, by their paths', () => {
  const list = (maximum: number) => ({ type: 'array', items: object({ size: { type: 'number', maximum } }) });
  expect(compareSchemas(object({ tags: list(1) }), object({ tags: list(2) }))).toEqual([
    change('tags[].size', { keyword: 'maximum', before: 1, after: 2 }),
  ]);
  expect(compareSchemas(list(1), list(2))).toEqual([change('[].size', { keyword: 'maximum', before: 1, after: 2 })]);
});

test('items that are no longer described are one change', () => {
  const items = { type: 'string' };
  expect(compareSchemas({ items }, {}, 'tags')).toEqual([change('tags[]', { keyword: 'items', before: items })]);
  expect(compareSchemas({ items: [items] }, { items: [items] }, 'tags')).toEqual([]);
});

test('a field that becomes optional is a change', () => {
  expect(compareSchemas(object({ a: {} }, ['a']), object({ a: {} }))).toEqual([
    change('a', { keyword: 'required', before: true, after: false }),
  ]);
});

test('the fields of an object say whether they are required', () => {
  const fields = propertiesIn(object({ a: { type: 'string' }, b: true }, ['b']));
  expect(Object.entries(fields).map(([name, field]) => [name, Object.values(field)])).toEqual([
    ['a', ['string', false]],
    ['b', [true]],
  ]);
  expect([propertiesIn({}), propertiesIn({ properties: [1], required: 'a' })]).toEqual([{}, {}]);
});

test('added and removed fields have their whole schemas', () => {
  const before = propertiesIn(object({ old: object({ inner: {} }, ['inner']) }, ['old']));
  const after = propertiesIn(object({ new: { type: 'number' } }));
  expect(compareFields(before, after, 'parent')).toEqual([
    change('parent.old', {
      kind: 'removed',
      before: { type: 'object', properties: { inner: {} }, required: ['inner'] },
    }),
    change('parent.new', { kind: 'added', after: { required: false, type: 'number' } }),
  ]);
});

const renamed = (name: string, before: object, after: Record<string, object>) =>
  compareFields({ [name]: { ...before } }, after as never).find(({ kind }) => kind === 'removed')?.maybe_renamed_to;

test('a removed field may have another name now: the closest of its kind, else the only equal one', () => {
  const [text, number] = [{ type: 'string' }, { type: 'number' }];
  expect(renamed('temperature', number, { temperatur: number, other: number })).toBe('temperatur');
  expect(renamed('temperature', number, { temperatur: text })).toBeNull();
  expect(renamed('words', number, { length: number })).toBe('length');
  expect(renamed('words', number, { length: number, size: number })).toBeNull();
  expect(renamed('words', number, { length: { type: 'number', maximum: 1 } })).toBeNull();
  const model = { type: 'string', 'x-parameter': 'model' };
  expect(renamed('model', model, { modell: text, models: model })).toBe('models');
});

test('names of built-in properties are names like others', () => {
  expect(compareFields({}, { constructor: { type: 'string' } })).toEqual([
    change('constructor', { kind: 'added', after: { type: 'string' } }),
  ]);
});
