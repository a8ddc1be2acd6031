import { expect, test } from 'vitest';
import { toFields, type NumberField } from '../../../../src/playground/fields/field.ts';
import { toRange } from '../../../../src/playground/fields/number-range.ts';

function rangeOf(property: Record<string, unknown>) {
  return toRange(toFields({ properties: { it: property } })?.[0] as NumberField); // each case is a number
}

test.each([
  [
    { type: 'integer', minimum: 10, maximum: 200 },
    { min: 10, max: 200, step: 1 },
  ],
  [
    { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 5 },
    { min: 1, max: 4, step: 1 },
  ],
  [
    { type: 'integer', minimum: 0.5, maximum: 3.5 },
    { min: 1, max: 3, step: 1 },
  ],
  [
    { type: 'integer', exclusiveMinimum: 0.5, maximum: 3 },
    { min: 1, max: 3, step: 1 },
  ],
  [
    { type: 'number', minimum: 0, exclusiveMaximum: 2 },
    { min: 0, max: 1.99, step: 0.01 },
  ],
  [
    { type: 'number', exclusiveMinimum: 0, maximum: 1 },
    { min: 0.01, max: 1, step: 0.01 },
  ],
  [
    { type: 'number', minimum: -1000, maximum: 1000 },
    { min: -1000, max: 1000, step: 10 },
  ],
  [
    { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0.001 },
    { min: 0.00001, max: 0.00099, step: 0.00001 },
  ],
  [
    { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 2 },
    { min: 1, max: 1, step: 1 },
  ],
  [
    { type: 'number', exclusiveMinimum: 0.25, maximum: 1000.25 },
    { min: 10, max: 1000.25, step: 10 },
  ],
])('%j gets a slider with valid ends', (property, range) => {
  expect(rangeOf(property)).toEqual(range);
});

test.each([
  { type: 'number' },
  { type: 'number', minimum: 0 },
  { type: 'integer', exclusiveMaximum: 5 },
  { type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 2 },
  { type: 'number', minimum: 1, maximum: 1 },
])('%j gets no slider', (property) => {
  expect(rangeOf(property)).toBeNull();
});
