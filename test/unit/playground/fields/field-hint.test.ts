import { expect, test } from 'vitest';
import { fieldHint } from '../../../../src/playground/fields/field-hint.ts';
import { toFields } from '../../../../src/playground/fields/field.ts';

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

test('a field that differs between routes says so', () => {
  const [field] = toFields({ properties: { words: { type: 'integer' } }, required: ['words'] }) ?? [];
  if (field === undefined) throw new Error('no field');
  expect(fieldHint({ ...field, isOwn: true })).toBe('whole number, required, this route only');
  expect(fieldHint({ ...field, isOwn: false })).toBe('whole number, required');
});
