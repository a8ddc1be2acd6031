import { expect, test } from 'vitest';
import { fieldHint } from '../../../../src/playground/fields/field-control.tsx';
import { type NumberField, toFields } from '../../../../src/playground/fields/field.ts';
import { toRange, toScale } from '../../../../src/playground/fields/number-control.tsx';

function kindOf(property: Record<string, unknown>) {
  return toFields({ type: 'object', properties: { it: property } })?.[0];
}

const bound = (value: number, isInclusive: boolean) => ({ value, isInclusive });

test.each<[object, object]>([
  [{ type: 'string' }, { kind: 'text' }],
  [{ type: 'boolean' }, { kind: 'bool' }],
  [{ type: 'integer' }, { kind: 'number', isInteger: true, lower: null, upper: null }],
  [
    { type: 'number', minimum: 1 },
    { kind: 'number', isInteger: false, lower: bound(1, true), upper: null },
  ],
  [
    { type: 'number', exclusiveMaximum: 1 },
    { kind: 'number', lower: null, upper: bound(1, false) },
  ],
  // The tighter of two bounds counts.
  [{ type: 'number', minimum: 0, exclusiveMinimum: 0 }, { lower: bound(0, false) }],
  [{ type: 'number', minimum: 1, exclusiveMinimum: 0 }, { lower: bound(1, true) }],
  [{ type: 'number', maximum: 3, exclusiveMaximum: 5 }, { upper: bound(3, true) }],
  // The largest exact numbers bound nothing.
  [
    { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
    { lower: null, upper: null },
  ],
  [
    { type: 'string', enum: ['a'] },
    { kind: 'choice', groups: [{ label: null, choices: ['a'] }] },
  ],
  [
    { enum: ['a'], choices: { G: ['a'] } },
    { kind: 'choice', groups: [{ label: 'G', choices: ['a'] }] },
  ],
  [{ 'x-parameter': 'tools' }, { kind: 'structured' }],
  [{ type: 'array' }, { kind: 'json' }],
  [{ enum: [1, 2] }, { kind: 'json' }],
  [{ enum: ['a', 2] }, { kind: 'json' }],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, { kind: 'json' }],
  [{}, { kind: 'json' }],
])('the field %j is %j', (property, field) => {
  expect(kindOf({ ...property })).toMatchObject(field);
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

test.each([
  [{ type: 'integer', minimum: 10, maximum: 200, default: 50 }, 'whole number, 10 to 200'],
  [{ type: 'integer', minimum: -2_000, maximum: 1_000_000, default: 50 }, 'whole number, -2,000 to 1,000,000'],
  [{ type: 'number', minimum: 0.00001, default: 1 }, '0.00001 or more'],
  [{ type: 'number', maximum: 2.5, default: 1 }, '2.5 or less'],
  [{ type: 'number', minimum: 0, exclusiveMaximum: 2, default: 1 }, '0 to below 2'],
  [{ type: 'number', exclusiveMinimum: 0, maximum: 1, default: 1 }, 'above 0 to 1'],
  [{ type: 'number', minimum: 0, default: 1 }, '0 or more'],
  [{ type: 'number', exclusiveMinimum: 0, default: 1 }, 'above 0'],
  [{ type: 'number', maximum: 5, default: 1 }, '5 or less'],
  [{ type: 'number', exclusiveMaximum: 5, default: 1 }, 'below 5'],
  [{ type: 'number', default: 1 }, ''],
  [{ type: 'integer' }, 'whole number, required'],
  [{ type: 'string' }, 'required'],
  [{ type: 'array' }, 'JSON, required'],
  [{ type: 'boolean', default: false }, ''],
  [{ 'x-parameter': 'chat_messages', default: [] }, ''],
  [{ 'x-parameter': 'chat_messages', 'x-variables': ['text', 'tone'], default: [] }, '{text}, {tone}'],
  [{ 'x-parameter': 'tools', default: [] }, 'JSON'],
  [{ 'x-parameter': 'tools', 'x-tool-names': ['search', 'order'], default: [] }, 'JSON, search, order'],
  [{ 'x-parameter': 'output_schema', default: {} }, 'JSON Schema'],
])('%j takes: %s', (schema, hint) => {
  const fields = toFields({ properties: { field: schema }, required: ['field'] }) ?? [];
  expect(fields.map(fieldHint)).toEqual([hint]);
});

function rangeOf(property: Record<string, unknown>) {
  const range = toRange(kindOf(property) as NumberField); // each case is a number
  return range === null ? null : [range.min, range.max, range.step];
}

test.each([
  [{ type: 'integer', minimum: 10, maximum: 200 }, [10, 200, 1]],
  [{ type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 5 }, [1, 4, 1]],
  [{ type: 'integer', minimum: 0.5, maximum: 3.5 }, [1, 3, 1]],
  [{ type: 'integer', exclusiveMinimum: 0.5, maximum: 3 }, [1, 3, 1]],
  [{ type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 2 }, [1, 1, 1]],
  [{ type: 'number', minimum: 0, exclusiveMaximum: 2 }, [0, 1.99, 0.01]],
  [{ type: 'number', exclusiveMinimum: 0, maximum: 1 }, [0.01, 1, 0.01]],
  [{ type: 'number', minimum: -1000, maximum: 1000 }, [-1000, 1000, 10]],
  [{ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0.001 }, [0.00001, 0.00099, 0.00001]],
  [{ type: 'number', exclusiveMinimum: 0.25, maximum: 1000.25 }, [10, 1000.25, 10]],
  [{ type: 'number' }, null],
  [{ type: 'number', minimum: 0 }, null],
  [{ type: 'integer', exclusiveMaximum: 5 }, null],
  [{ type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 2 }, null],
  [{ type: 'number', minimum: 1, maximum: 1 }, null],
])('%j has a slider with the ends and steps %j', (property, range) => {
  expect(rangeOf(property)).toEqual(range);
});

test('a range of few steps is linear', () => {
  const { min, max, step, toPosition, toValue } = toScale({ min: 0, max: 2, step: 0.01 });
  expect([min, max, step, toPosition(0.7), toValue(0.7, 0)]).toEqual([0, 2, 0.01, 0.7, 0.7]);
  expect(toScale({ min: 0, max: 5000, step: 1 }).max).toBe(5000);
  expect(toScale({ min: 0, max: 5001, step: 1 }).max).toBe(200);
});

const WIDE = toScale({ min: 0, max: 1_000_000, step: 1 });

test('a wide range is logarithmic: each part of the slider has its order of magnitude', () => {
  expect([WIDE.min, WIDE.max, WIDE.step]).toEqual([0, 200, 1]);
  const positions = [0, 9, 99, 9999, 1_000_000].map(WIDE.toPosition);
  expect(positions).toEqual([0, 33, 67, 133, 200]);
  expect([0, 33, 67, 133, 200].map((position) => WIDE.toValue(position, 500_000))).toEqual([
    0, 9, 100, 9800, 1_000_000,
  ]);
  expect([WIDE.toPosition(-5), WIDE.toPosition(2_000_000)]).toEqual([0, 200]);
});

test.each([
  ['up', 1],
  ['down', -1],
])('one step %s always changes the value, so that arrow keys reach both ends', (_, direction) => {
  let value = direction > 0 ? 0 : 1_000_000;
  for (let step = 0; step < 400 && value !== (direction > 0 ? 1_000_000 : 0); step += 1) {
    const next = WIDE.toValue(Math.min(200, Math.max(0, WIDE.toPosition(value) + direction)), value);
    expect((next - value) * direction, `from ${value}`).toBeGreaterThan(0);
    value = next;
  }
  expect(value).toBe(direction > 0 ? 1_000_000 : 0);
});

test('a range may begin above zero, and below', () => {
  const above = toScale({ min: 100, max: 100_100, step: 1 });
  expect([above.toValue(0, 500), above.toValue(200, 500), above.toPosition(100)]).toEqual([100, 100_100, 0]);
  const below = toScale({ min: -10_000, max: 10_000, step: 1 });
  expect([below.toValue(0, 0), below.toValue(200, 0)]).toEqual([-10_000, 10_000]);
});
