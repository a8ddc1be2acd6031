import { expect, test } from 'vitest';
import { toFields } from '../../../../src/playground/fields/field.ts';
import { differingFields } from '../../../../src/playground/workbench/differing-fields.ts';

const FIELDS = toFields({ properties: { a: { type: 'string' }, b: { type: 'integer' }, c: {} } }) ?? [];
const differ = (...configs: Record<string, unknown>[]) => differingFields(FIELDS, configs).map(({ name }) => name);

test('fields differ where any configuration differs from the first', () => {
  expect(differ({ a: 'x', b: 1, c: [1] }, { a: 'x', b: 1, c: [1] }, { a: 'x', b: 2, c: [2] })).toEqual(['b', 'c']);
  expect(differ({ a: 'x' }, {})).toEqual(['a']);
  expect(differ({ a: 'x' })).toEqual([]);
  expect(differ()).toEqual([]);
});
