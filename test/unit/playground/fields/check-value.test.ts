import { expect, test } from 'vitest';
import * as z from 'zod';
import { toValidationItems } from '../../../../src/contract/validation/to-validation-items.ts';
import { checkValue } from '../../../../src/playground/fields/check-value.ts';
import { toFields } from '../../../../src/playground/fields/field.ts';
import { chatMessages, outputSchema, tools } from '../../../../src/sdk/config/structured-fields.ts';
import { configSchema } from '../../../../src/sdk/config/config-schema.ts';
import { toConfigJsonSchema } from '../../../../src/sdk/config/config-json-schema.ts';
import { groupedMultipleChoice, multipleChoice } from '../../../../src/sdk/config/choices.ts';

const Everything = configSchema({
  prompt: z.string().default(''),
  words: z.int().gte(10).lte(200).default(50),
  seed: z.int().gt(0).default(1),
  temperature: z.number().gte(0).lt(2).default(0.7),
  top_p: z.number().gt(0).lte(1).default(1),
  free: z.number().default(0),
  stream: z.boolean().default(false),
  tone: multipleChoice(['plain', 'formal', 'rude']).default('plain'),
  only: multipleChoice(['one']).default('one'),
  model: groupedMultipleChoice({ A: ['a'], B: ['b'] }).default('a'),
});
const VALUES = [0, 1, 2, 9, 10, 200, 201, 10.5, -1, 1.99, '', 'plain', 'a', 'one', 'c', true, false, null, [], {}];
const fields = toFields(toConfigJsonSchema(Everything)) ?? [];

test.each(fields.map((field) => [field.name, field] as const))(
  '%s is checked as by the workflow, with the same messages',
  (name, field) => {
    const here = VALUES.map((value) => [value, checkValue(field, value)]);
    const there = VALUES.map((value) => {
      const parsed = Everything.safeParse({ [name]: value }, { reportInput: true });
      return [value, toValidationItems(parsed.error?.issues ?? [], [])[0]?.msg ?? null];
    });

    expect(here).toEqual(there);
  },
);

test('every kind of field was checked', () => {
  expect(fields.map(({ kind }) => kind)).toEqual([
    'text',
    'number',
    'number',
    'number',
    'number',
    'number',
    'bool',
    'choice',
    'choice',
    'choice',
  ]);
});

test('a missing value is not checked, because its default applies', () => {
  expect(fields.map((field) => checkValue(field, undefined))).toEqual(fields.map(() => null));
});

const Structured = configSchema({
  messages: chatMessages({ variables: ['text'] }).default([]),
  tools: tools({ names: ['search'] }).default([]),
  answer: outputSchema().default({}),
});
const structured = toFields(toConfigJsonSchema(Structured)) ?? [];
const [messagesField] = structured;
const PARTS = [
  ...VALUES.filter((value) => typeof value !== 'string'),
  [5],
  [{ role: 'user', content: '{txt}' }],
  [{ role: 'user', content: '{text}' }],
  [{ name: 'search', parameters: { type: 'x' } }],
  { properties: { a: 5 } },
];

test.each(structured.map((field) => [field.name, field] as const))(
  'the parts of %s are checked as by the workflow, each with its path',
  (name, field) => {
    const here = PARTS.map((value) => [value, checkValue(field, value)]);
    const there = PARTS.map((value) => {
      const parsed = Structured.safeParse({ [name]: value }, { reportInput: true });
      const lines = toValidationItems(parsed.error?.issues ?? [], []).map(({ loc, msg }) =>
        loc.length === 1 ? msg : `${loc.slice(1).join('/')}: ${msg}`,
      );
      return [value, lines.length === 0 ? null : lines.join('\n')];
    });

    expect(here).toEqual(there);
  },
);

test('many problems are counted, and a text that is not JSON is told', () => {
  if (messagesField === undefined) throw new Error('no field');
  const wrong = 'Input should be a valid object';
  expect(checkValue(messagesField, [1, 2, 3, 4, 5, 6, 7])).toBe(
    [...[0, 1, 2, 3, 4].map((index) => `${index}: ${wrong}`), 'and 2 more'].join('\n'),
  );
  expect(checkValue(messagesField, [1, 2, 3, 4, 5])).not.toContain('more');
  expect(checkValue(messagesField, [1, 2, 3, 4, 5, 6])).toMatch(/\nand 1 more$/);
  expect(checkValue(messagesField, '[{')).toMatch(/^JSON decode error: /);
  expect(checkValue(messagesField, '[]')).toBe('Input should be a valid list');
});
