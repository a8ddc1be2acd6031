import { expect, test } from 'vitest';
import * as z from 'zod';
import { chatMessages, tools } from '../../../../src/sdk/config/structured-fields.ts';
import { type ConfigShape, configSchema, requireConfigSchema } from '../../../../src/sdk/config/config-schema.ts';
import { groupedMultipleChoice, multipleChoice } from '../../../../src/sdk/config/choices.ts';
import { readNumber } from '../../../../src/sdk/config/config-field.ts';
import type { Definition } from '../../../../src/sdk/schema/object-schema.ts';

/** Passes what TypeScript would reject, as JavaScript code could. */
function define(field: unknown): () => unknown {
  return () => configSchema({ field } as ConfigShape);
}

test('a schema is the zod object of its fields', () => {
  const schema = configSchema({ prompt: z.string().default('Hi'), words: z.int().gte(1).default(5) });
  expect(schema.parse({ words: 7 })).toEqual({ prompt: 'Hi', words: 7 });
  expect(schema.safeParse({ words: 0 }).success).toBe(false);
});

test.each([
  ['an integer by a check', z.number().int().default(1)],
  ['a 32-bit integer', z.int32().default(1)],
  ['a 32-bit float', z.float32().default(0.5)],
  ['an enumeration of zod', z.enum(['a', 'b']).default('a')],
  ['a choice', multipleChoice(['a', 'b']).default('a')],
  ['a grouped choice', groupedMultipleChoice({ One: ['a'], Two: ['b'] }).default('b')],
  ['a description before its default', z.string().describe('What to say').default('Hi')],
  ['a description after its default', z.string().default('Hi').describe('What to say')],
  ['a default at its inclusive bound', z.int().gte(1).lte(5).default(5)],
  ['a default from a function', z.string().default(() => 'Hi')],
])('a field may be or have %s', (_, field) => {
  expect(define(field)).not.toThrow();
});

const KINDS =
  'A configuration field is a string, an integer, a number, a boolean, multipleChoice(), groupedMultipleChoice(), chatMessages(), tools() or outputSchema()';
const END = 'End it with .default(...); the playground shows this value first';
const CHANGE = 'Change the default';
const BOUNDS = 'Move the default into the bounds, or widen them';
const letters = 'a b c d e f g h i'.split(' ');

test.each([
  ['no schema', 5, 'is not a zod 4 schema', 'Write it with zod 4, as in z.string().default("")'],
  ['no default', z.string(), 'has no default', END],
  ['an optional', z.string().optional(), 'is optional and does not end with .default(...)', END],
  ['a nullable', z.string().nullable(), 'is nullable and does not end with .default(...)', END],
  ['an optional default', z.string().default('').optional(), 'is optional and does not end with .default(...)', END],
  [
    'a prefault',
    z.string().prefault(''),
    'has a prefault, not a default',
    'Use .default(...) instead of .prefault(...)',
  ],
  ['a nullable default', z.string().nullable().default(null), 'is of zod\'s type "nullable"', KINDS],
  ['a list', z.array(z.string()).default([]), 'is of zod\'s type "array"', KINDS],
  ['an object', z.object({}).default({}), 'is of zod\'s type "object"', KINDS],
  ['a date', z.date().default(new Date(0)), 'is of zod\'s type "date"', KINDS],
  ['a union', z.union([z.string(), z.int()]).default(1), 'is of zod\'s type "union"', KINDS],
  ['a transformation', z.string().transform(Number).default(1), 'is of zod\'s type "pipe"', KINDS],
  ['a length', z.string().max(3).default(''), 'is a string with a format, a length or another check', KINDS],
  ['a format', z.email().default('a@b.cd'), 'is a string with a format, a length or another check', KINDS],
  ['a checked boolean', z.boolean().refine(Boolean).default(true), 'is a boolean with a check', KINDS],
  ['a checked enumeration', z.enum(['a']).refine(Boolean).default('a'), 'is an enumeration with a check', KINDS],
  ['no choices', z.enum([]).default('a' as never), 'is an enumeration without choices', KINDS],
  ['numbers', z.enum({ a: 1 }).default(1), 'is an enumeration whose choices are not all strings', KINDS],
  [
    'a coercion',
    z.coerce.string().default(''),
    'is coerced from other types, but a configuration value must already have its type',
    KINDS,
  ],
  [
    'a step',
    z.int().multipleOf(5).default(5),
    'is a number with the check multiple_of; only gte, lte, gt and lt are allowed',
    KINDS,
  ],
  [
    'a refined number',
    z.number().refine(Boolean).default(1),
    'is a number with the check custom; only gte, lte, gt and lt are allowed',
    KINDS,
  ],
  ['no string', z.string().default(1 as never), 'has the default 1, which is not a string', CHANGE],
  ['no boolean', z.boolean().default('y' as never), 'has the default "y", which is not a boolean', CHANGE],
  ['no number', z.number().default(Infinity), 'has the default Infinity, which is no number', CHANGE],
  ['no integer', z.int().default(0.5), 'has the default 0.5, which is no integer', CHANGE],
  ['too little', z.int().gt(1).lt(5).default(1), 'has the default 1, which is no integer > 1 and < 5', BOUNDS],
  ['too much', z.number().gte(1).lte(5).default(6), 'has the default 6, which is no number >= 1 and <= 5', BOUNDS],
  [
    'no possible value',
    z.int().gte(5).lte(1).default(3),
    'has the default 3, which is no integer >= 5 and <= 1',
    BOUNDS,
  ],
  ['a custom schema', z.custom<string>().default(''), 'is a custom schema', KINDS],
  ['a check on tools', tools().refine(Boolean).default([]), 'is a schema of ours with another check', KINDS],
  ['no messages', chatMessages().default('' as never), 'has an invalid default: Input should be a valid list', CHANGE],
  [
    'an unknown variable',
    chatMessages({ variables: ['text'] }).default([{ role: 'user', content: '{txt}' }]),
    'has an invalid default at /0/content: Unknown variable {txt}. Did you mean {text}?',
    CHANGE,
  ],
  [
    'eight choices',
    z.enum(letters.slice(0, 8)).default('x'),
    'has the default "x", which is not one of its choices (a, b, c, d, e, f, g, h)',
    CHANGE,
  ],
  [
    'nine choices',
    groupedMultipleChoice({ One: letters.slice(0, 5), Two: letters.slice(4) }).default('x' as never),
    'has the default "x", which is not one of its choices (a, b, c, d, e, f, g, h, …)',
    CHANGE,
  ],
])('a field with %s is refused with its name and a remedy', (_, field, problem, remedy) => {
  expect(define(field)).toThrow(
    expect.objectContaining({
      code: 'WF_WORKFLOW_INVALID',
      message: `Configuration field "field" ${problem}${problem.endsWith('?') ? '' : '.'} ${remedy}.`,
    }),
  );
});

test('a number of a format that wf does not know is refused', () => {
  const definition = { type: 'number', format: 'int8' } as unknown as Definition; // as a newer zod may define
  expect(readNumber(definition)).toBe('a number of the format int8');
});

test('a name that begins with a slash, as paths of routes do, is refused', () => {
  expect(() => configSchema({ '/summary': z.string().default('') })).toThrow(
    'Configuration field "/summary" begins with a slash, as the path of a route does. Rename it.',
  );
  expect(() => configSchema({ 'a/b:c': z.string().default('') })).not.toThrow();
});

test.each([
  [{}, 'Mine: this is not a configuration schema. Create it with configSchema({ ... }).'],
  [z.string(), 'Mine: this is not a configuration schema. Create it with configSchema({ ... }).'],
  [null, 'Mine: this is not a configuration schema. Create it with configSchema({ ... }).'],
  [
    z.object({ words: z.int().default(1) }).refine(() => true),
    'Mine: the whole schema has a check. Use only constraints of single fields.',
  ],
])('what is no configuration schema is refused: %#', (schema, message) => {
  expect(() => requireConfigSchema(schema, 'Mine')).toThrow(
    expect.objectContaining({ code: 'WF_WORKFLOW_INVALID', message }),
  );
});
