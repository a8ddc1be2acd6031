import { expect, test } from 'vitest';
import { boundsOf, choicesOf, describeSchema, typeOf } from '../../../../src/ui/deployments/describe-schema.ts';

test.each([
  [{ type: 'integer', 'x-parameter': 'int', minimum: 1, maximum: 5, default: 2 }, 'int ≥ 1, ≤ 5, default 2'],
  [{ type: 'string' }, 'string'],
  [{ type: 'string', required: true }, 'string, required'],
  [{ type: 'string', required: false }, 'string, optional'],
  [{ type: 'string', enum: ['a', 'b'], choices: [], default: 'a' }, 'string of a or b, default a'],
  [{ type: 'boolean', default: false }, 'boolean, default false'],
  [{ type: 'string', default: 'x'.repeat(40) }, `string, default ${'x'.repeat(40)}`],
  [{ type: 'string', default: 'x'.repeat(41) }, `string, default ${'x'.repeat(40)}…`],
  [{ exclusiveMinimum: 0, exclusiveMaximum: 1 }, 'any > 0, < 1'],
  [{ type: 'array', items: {} }, null],
  [
    { type: 'array', items: {}, 'x-parameter': 'chat_messages', 'x-wf': true, 'x-variables': ['a', 'b'], default: [] },
    'chat_messages of {a}, {b}, default []',
  ],
  [{ 'x-parameter': 'tools', 'x-wf': true, 'x-tool-names': ['a', 'b'] }, 'tools of a, b'],
  [{ 'x-parameter': 'tools', 'x-wf': true, default: [] }, 'tools, default []'],
  [{ type: 'object', additionalProperties: true, 'x-parameter': 'output_schema', 'x-wf': true }, 'output_schema'],
  [{ type: 'string', minLength: 3 }, null],
])('the schema %j is summarised as %j', (schema, text) => {
  expect(describeSchema(schema)).toBe(text);
});

test.each([
  [{}, 'any'],
  [{ type: ['string', 'null'] }, 'any'],
  [{ type: 'string' }, 'string'],
  [{ type: 'string', 'x-parameter': 'text' }, 'text'],
])('the type of %j is %s', (schema, type) => {
  expect(typeOf(schema)).toBe(type);
});

test.each([
  [{}, null],
  [{ minimum: '1' }, null],
  [{ minimum: -9_007_199_254_740_991, maximum: 9_007_199_254_740_991 }, null],
  [{ minimum: -9_007_199_254_740_990, maximum: 3 }, '≥ -9007199254740990, ≤ 3'],
])('the bounds of %j are %j', (schema, text) => {
  expect(boundsOf(schema)).toBe(text);
});

test.each([
  [{}, null],
  [{ enum: [1, 'two', null] }, '1, two, null'],
  [{ 'x-parameter': 'chat_messages', 'x-variables': ['a', 'b'] }, '{a}, {b}'],
  [{ 'x-parameter': 'tools', 'x-tool-names': ['a', 'b'] }, 'a, b'],
  [{ 'x-parameter': 'output_schema' }, null],
  [{ enum: Array.from({ length: 12 }, (_, index) => index) }, '0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11'],
  [{ enum: Array.from({ length: 13 }, (_, index) => index) }, '0, 1, 2, 3, 4, 5, … 7 more'],
])('the choices of %j are %j', (schema, text) => {
  expect(choicesOf(schema)).toBe(text);
});
