import { expect, test } from 'vitest';
import { checkTools } from '../../../../../src/contract/deployments/kinds/tool-definitions.ts';

const search = { name: 'search', parameters: { type: 'object' } };

test('a tool has a name and a schema, and may have a description and be strict', () => {
  expect(checkTools([], ['search'])).toEqual([]);
  expect(checkTools([search], ['search'])).toEqual([]);
  expect(checkTools([{ ...search, description: 'Searches.', strict: true }], null)).toEqual([]);
  expect(checkTools([{ ...search, name: 'a-B_9'.padEnd(64, 'x') }], null)).toEqual([]);
});

test.each<[unknown, unknown]>([
  ['search', { path: [], msg: 'Input should be a valid list', type: 'array_type' }],
  [[5], { path: [0], msg: 'Input should be a valid object', type: 'object_type' }],
  [[{ name: 'search' }], { path: [0, 'parameters'], msg: 'Field required', type: 'missing' }],
  [[{ parameters: {} }], { path: [0, 'name'], msg: 'Field required', type: 'missing' }],
  [[{ ...search, name: 5 }], { path: [0, 'name'], msg: 'Input should be a valid string', type: 'string_type' }],
  [
    [{ ...search, name: 'a b' }],
    {
      path: [0, 'name'],
      msg: 'The name of a tool has 1 to 64 letters, digits, "_" and "-"',
      type: 'value_error',
    },
  ],
  [
    [{ ...search, name: 'serch' }],
    { path: [0, 'name'], msg: 'The code has no tool "serch". Did you mean search?', type: 'value_error' },
  ],
  [
    [{ ...search, name: 'weather' }],
    { path: [0, 'name'], msg: 'The code has no tool "weather". Tools: search, order.', type: 'value_error' },
  ],
  [
    [{ ...search, description: 1 }],
    { path: [0, 'description'], msg: 'Input should be a valid string', type: 'string_type' },
  ],
  [
    [{ ...search, strict: 'yes' }],
    { path: [0, 'strict'], msg: 'Input should be a valid boolean', type: 'boolean_type' },
  ],
  [
    [{ ...search, parameters: [] }],
    { path: [0, 'parameters'], msg: 'Input should be a valid object', type: 'object_type' },
  ],
  [
    [{ ...search, parameters: { properties: { q: { type: 5 } } } }],
    {
      path: [0, 'parameters', 'properties', 'q', 'type'],
      msg: 'Input should be "array", "boolean", "integer", "null", "number", "object" or "string"',
      type: 'enum',
    },
  ],
  [
    [{ ...search, type: 'function' }],
    { path: [0, 'type'], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' },
  ],
  [[search, search], { path: [1, 'name'], msg: '"search" is the name of an earlier tool', type: 'value_error' }],
])('%j is refused', (value, issue) => {
  expect(checkTools(value, ['search', 'order'])).toEqual([issue]);
});

test('code without tools says so', () => {
  expect(checkTools([search], []).map(({ msg }) => msg)).toEqual(['The code has no tool "search". Tools: none.']);
});

test('the name of a tool has at most 64 characters', () => {
  expect(checkTools([{ ...search, name: 'x'.repeat(65) }], null)).toHaveLength(1);
  expect(checkTools([{ ...search, name: '' }], null)).toHaveLength(1);
});
