import { expect, test } from 'vitest';
import { toFields } from '../../../../src/playground/fields/field.ts';

function kindOf(property: Record<string, unknown>) {
  return toFields({ type: 'object', properties: { it: property } })?.[0];
}

test.each([
  [{ type: 'string' }, { kind: 'text' }],
  [{ type: 'boolean' }, { kind: 'bool' }],
  [{ type: 'integer' }, { kind: 'number', isInteger: true, lower: null, upper: null }],
  [
    { type: 'number', minimum: 1 },
    { kind: 'number', isInteger: false, lower: { value: 1, isInclusive: true } },
  ],
  [
    { type: 'number', exclusiveMaximum: 1 },
    { kind: 'number', upper: { value: 1, isInclusive: false } },
  ],
  [
    { type: 'string', enum: ['a'] },
    { kind: 'choice', groups: [{ label: null, choices: ['a'] }] },
  ],
  [
    { enum: ['a'], choices: { G: ['a'] } },
    { kind: 'choice', groups: [{ label: 'G', choices: ['a'] }] },
  ],
  [{ type: 'array' }, { kind: 'json' }],
  [{ enum: [1, 2] }, { kind: 'json' }],
  [{ enum: ['a', 2] }, { kind: 'json' }],
  [{ 'x-parameter': 'tools' }, { kind: 'structured' }],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, { kind: 'json' }],
  [{}, { kind: 'json' }],
])('%j gets its control', (property, field) => {
  expect(kindOf(property)).toMatchObject(field);
});

test('the tighter of two bounds counts', () => {
  expect(kindOf({ type: 'number', minimum: 0, exclusiveMinimum: 0 })).toMatchObject({ lower: { isInclusive: false } });
  expect(kindOf({ type: 'number', minimum: 1, exclusiveMinimum: 0 })).toMatchObject({ lower: { value: 1 } });
  expect(kindOf({ type: 'number', maximum: 3, exclusiveMaximum: 5 })).toMatchObject({ upper: { value: 3 } });
});

test('the largest exact numbers bound nothing', () => {
  const { MIN_SAFE_INTEGER: minimum, MAX_SAFE_INTEGER: maximum } = Number;
  expect(kindOf({ type: 'integer', minimum, maximum })).toMatchObject({ lower: null, upper: null });
});

test('descriptions and required fields are kept, in the order of the schema', () => {
  const schema = {
    properties: { b: { type: 'string', title: 'Bee', description: 'Buzzes' }, a: { type: 'string', default: 'x' } },
    required: ['b'],
  };
  expect(toFields(schema)).toMatchObject([
    { name: 'b', title: 'Bee', description: 'Buzzes', isRequired: true, defaultValue: undefined },
    { name: 'a', title: 'a', description: null, isRequired: false, defaultValue: 'x' },
  ]);
});

test.each([null, {}, { type: 'object' }, { properties: [] }])('%j lists no properties: anything goes', (schema) => {
  expect(toFields(schema)).toBeNull();
});
