import { expect, test } from 'vitest';
import { toFields } from '../../../../src/playground/fields/field.ts';
import {
  checkConfig,
  OPEN_INPUTS,
  readInputs,
  readObject,
  toConfig,
} from '../../../../src/playground/workbench/read-values.ts';

const fields = toFields({
  properties: {
    text: { type: 'string' },
    count: { type: 'integer', maximum: 5, default: 1 },
    tags: { type: 'array' },
  },
});

test('a configuration has the defaults and typed values, without removed fields', () => {
  expect(toConfig(fields ?? [], { text: 'a', gone: 1 })).toEqual({ text: 'a', count: 1, tags: undefined });
  expect(checkConfig(fields ?? [], { count: 6, gone: 1 })).toEqual({
    count: 'Input should be less than or equal to 5',
  });
});

test('untouched inputs are omitted', () => {
  expect(readInputs(fields, {}, '')).toEqual({ inputs: {}, errors: {} });
  expect(readInputs(fields, { text: '', gone: 1 }, '')).toEqual({ inputs: { text: '' }, errors: {} });
});

test('a field of another type is parsed as JSON', () => {
  expect(readInputs(fields, { tags: '["a"]' }, '')).toEqual({ inputs: { tags: ['a'] }, errors: {} });
  expect(readInputs(fields, { tags: '["a"' }, '').errors['tags']).toMatch(/^JSON decode error: /);
});

test('invalid values are not sent', () => {
  expect(readInputs(fields, { count: 9, text: 'a' }, '')).toEqual({
    inputs: { text: 'a' },
    errors: { count: 'Input should be less than or equal to 5' },
  });
});

test.each([
  ['{"a": [1]}', { a: [1] }],
  ['', {}],
  [' \n', {}],
])('open inputs %j are an object', (text, inputs) => {
  expect(readInputs(null, {}, text)).toEqual({ inputs, errors: {} });
});

test.each(['[1]', '1', 'null', '"a"', '{"a"', 'a'])('open inputs %s are refused', (text) => {
  const { inputs, errors } = readInputs(null, {}, text);
  expect(inputs).toEqual({});
  expect(errors[OPEN_INPUTS]).toMatch(/^(Input should be a valid object|JSON decode error: )/);
  expect(readObject(text).ok).toBe(false);
});
