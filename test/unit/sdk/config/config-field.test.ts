import { expect, test } from 'vitest';
import * as z from 'zod';
import { chatMessages } from '../../../../src/sdk/config/chat-messages.ts';
import { readConfigField } from '../../../../src/sdk/config/config-field.ts';
import { groupedMultipleChoice } from '../../../../src/sdk/config/grouped-multiple-choice.ts';
import { multipleChoice } from '../../../../src/sdk/config/multiple-choice.ts';
import { outputSchema } from '../../../../src/sdk/config/output-schema.ts';
import { tools } from '../../../../src/sdk/config/tools.ts';

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
  [
    'a prefault',
    z.string().prefault(''),
    'has a prefault, not a default',
    'Use .default(...) instead of .prefault(...)',
  ],
  ['a list', z.array(z.string()).default([]), 'is of zod\'s type "array"', KINDS],
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
  ['no string', z.string().default(1 as never), 'has the default 1, which is not a string', CHANGE],
  ['no boolean', z.boolean().default('y' as never), 'has the default "y", which is not a boolean', CHANGE],
  ['no number', z.number().default(Infinity), 'has the default Infinity, which is no number', CHANGE],
  ['no integer', z.int().default(0.5), 'has the default 0.5, which is no integer', CHANGE],
  ['too little', z.int().gt(1).lt(5).default(1), 'has the default 1, which is no integer > 1 and < 5', BOUNDS],
  ['too much', z.number().gte(1).lte(5).default(6), 'has the default 6, which is no number >= 1 and <= 5', BOUNDS],
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
])('a field with %s is refused with a remedy', (_, schema, problem, remedy) => {
  expect(readConfigField(schema as z.ZodType)).toEqual({ ok: false, problem, remedy });
});

test.each([
  [z.string().default('Hi'), { kind: 'text' }, 'Hi'],
  [z.boolean().default(false), { kind: 'bool' }, false],
  [z.enum(['b', 'a']).default('a'), { kind: 'choice', choices: ['b', 'a'] }, 'a'],
  [multipleChoice(['b', 'a']).default('b'), { kind: 'choice', choices: ['b', 'a'] }, 'b'],
  [groupedMultipleChoice({ One: ['a'] }).default('a'), { kind: 'grouped_choice', choices: { One: ['a'] } }, 'a'],
  [chatMessages().default([]), { kind: 'chat_messages', variables: null }, []],
  [
    chatMessages({ variables: ['a'] })
      .describe('x')
      .default([]),
    { kind: 'chat_messages', variables: ['a'] },
    [],
  ],
  [
    tools({ names: ['a'] })
      .default([])
      .describe('x'),
    { kind: 'tools', names: ['a'] },
    [],
  ],
  [outputSchema().default({}), { kind: 'output_schema' }, {}],
  [z.int().default(1), { kind: 'int', bounds: {} }, 1],
  [z.number().int().default(1), { kind: 'int', bounds: {} }, 1],
  [z.number().default(1.5), { kind: 'float', bounds: {} }, 1.5],
  [z.float64().default(1.5), { kind: 'float', bounds: {} }, 1.5],
  [z.int32().default(1), { kind: 'int', bounds: { minimum: -2_147_483_648, maximum: 2_147_483_647 } }, 1],
  [z.uint32().default(1), { kind: 'int', bounds: { minimum: 0, maximum: 4_294_967_295 } }, 1],
  [z.uint32().gte(5).lte(9).default(5), { kind: 'int', bounds: { minimum: 5, maximum: 9 } }, 5],
  [z.number().gte(1).gte(2).lte(9).lte(8).default(2), { kind: 'float', bounds: { minimum: 2, maximum: 8 } }, 2],
  [
    z.number().gt(1).gte(1).lt(3).lte(3).default(2),
    { kind: 'float', bounds: { exclusiveMinimum: 1, exclusiveMaximum: 3 } },
    2,
  ],
  [z.number().gt(1).gte(1.5).lt(3).lte(2.5).default(2), { kind: 'float', bounds: { minimum: 1.5, maximum: 2.5 } }, 2],
])('field %#: its kind and default are read', (schema, field, defaultValue) => {
  expect(readConfigField(schema)).toEqual({ ok: true, field, defaultValue });
});
