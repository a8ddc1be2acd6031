import { expect, test } from 'vitest';
import { toType } from '../../../../../src/use-cases/scripts/typed-client/to-type.ts';

const nameOf = (reference: string) => `Named${reference.length}`;

test.each<[unknown, string]>([
  [true, 'unknown'],
  [{}, 'unknown'],
  [false, 'never'],
  [null, 'unknown'],
  ['string', 'unknown'],
  [{ type: 'frobnicate' }, 'unknown'],
  [{ type: 'integer', minimum: 1 }, 'number'],
  [{ const: 'a"b' }, '"a\\"b"'],
  [{ enum: ['a', 1, null, true] }, '("a" | 1 | null | true)'],
  [{ enum: [] }, 'never'],
  [{ type: ['string', 'null'] }, '(string | null)'],
  [{ anyOf: [{ type: 'string' }, { type: 'string' }] }, 'string'],
  [{ allOf: [{ $ref: '#' }, { $ref: '#/a' }] }, '(Named1 & Named3)'],
  [{ type: 'array' }, 'Array<unknown>'],
  [{ type: 'array', items: { enum: ['a', 'b'] } }, 'Array<("a" | "b")>'],
  [{ type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' } }, '[string, ...Array<number>]'],
  [{ type: 'array', prefixItems: [{ type: 'string' }] }, '[string]'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, '{\n  [key: string]: number;\n}'],
  [{ type: 'object', properties: {}, additionalProperties: false }, 'Record<string, never>'],
  [{ const: { a: 1 } }, 'unknown'],
  [{ const: null }, 'null'],
  [{ allOf: [] }, 'unknown'],
  [{ allOf: [{ type: 'string' }, { type: 'string' }] }, '(string)'],
  [{ type: 'object', properties: { a: true } }, '{\n  a?: unknown;\n}'],
  [
    { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: { type: 'number' } },
    '{\n  a?: string;\n  [key: string]: unknown;\n}',
  ],
  [
    { type: 'object', properties: { a: { type: 'string' }, 'b-c': {} }, required: ['a'], additionalProperties: {} },
    '{\n  a: string;\n  "b-c"?: unknown;\n  [key: string]: unknown;\n}',
  ],
])('%j is %s', (schema, type) => {
  expect(toType(schema, nameOf)).toBe(type);
});

test('a field has a comment, which its text cannot end', () => {
  const field = { type: 'integer', minimum: 1, exclusiveMaximum: 9, default: 5, description: 'How\nmany */ alert(1)' };
  expect(toType({ type: 'object', properties: { n: field } }, nameOf)).toBe(
    '{\n  /** How many *\\/ alert(1) At least 1. Less than 9. Default: 5 */\n  n?: number;\n}',
  );
});

test('a comment states every bound that the author set', () => {
  const commentOf = (field: object) =>
    /\/\*\* (.*) \*\//.exec(toType({ type: 'object', properties: { n: field } }, nameOf))?.[1] ?? null;
  expect(commentOf({ title: 'Words', exclusiveMinimum: 1, maximum: 9 })).toBe('Words More than 1. At most 9.');
  expect(commentOf({ minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })).toBeNull();
  expect(commentOf({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER - 1 })).toBe('At least 0. At most 9007199254740990.');
  expect(commentOf({ title: 'Words', description: 'How many' })).toBe('How many');
  expect(commentOf({ default: null })).toBe('Default: null');
  expect(commentOf({})).toBeNull();
});

test('a default of more than 80 characters is shortened', () => {
  const [fits, long] = ['x'.repeat(78), 'x'.repeat(79)];
  const written = (value: string) => toType({ type: 'object', properties: { n: { default: value } } }, nameOf);
  expect(written(fits)).toContain(`/** Default: "${fits}" */`);
  expect(written(long)).toContain(`/** Default: "${long}… */`);
});
