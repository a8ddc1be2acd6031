import { expect, test } from 'vitest';
import { toFields } from '../../../../src/playground/fields/field.ts';
import { toDraftInputs } from '../../../../src/playground/workbench/row-inputs.ts';

const FIELDS = toFields({
  properties: {
    text: { type: 'string' },
    count: { type: 'integer' },
    deep: { type: 'boolean' },
    tags: { type: 'array' },
    kind: { enum: ['a'], type: 'string', 'x-parameter': 'choice' },
  },
});

test('cells of a csv are parsed for their controls', () => {
  const row = { text: 'a', count: '3', deep: ' TRUE ', tags: '["x"]', other: 'left out' };
  expect(toDraftInputs(FIELDS, row)).toEqual({ inputs: { text: 'a', count: 3, deep: true, tags: '["x"]' } });
});

test('values of a json file become what their controls hold', () => {
  const row = { text: { a: 1 }, count: 3, deep: false, tags: ['x'] };
  expect(toDraftInputs(FIELDS, row)).toEqual({ inputs: { text: '{"a":1}', count: 3, deep: false, tags: '["x"]' } });
  expect(toDraftInputs(FIELDS, { count: ' ', deep: 'no' })).toEqual({ inputs: { count: ' ', deep: false } });
});

test('a route without a schema gets the whole row', () => {
  expect(toDraftInputs(null, { a: 1 })).toEqual({ openInputs: '{\n  "a": 1\n}' });
});
