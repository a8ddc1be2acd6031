import { expect, test } from 'vitest';
import * as z from 'zod';
import {
  isTypeError,
  ITEM_TYPE,
  REPORTED,
  toValidationItems,
} from '../../../../src/contract/validation/to-validation-items.ts';

const Body = z.strictObject({
  name: z.string().min(1),
  words: z.int().gte(10).lte(200),
  share: z.number().gt(0).lt(1),
  tone: z.enum(['plain', 'formal']),
  tags: z.array(z.string()).max(1),
  settings: z.record(z.string(), z.unknown()).default({}),
  nested: z.object({ list: z.array(z.object({ id: z.string() })) }),
});

const GOOD = { name: 'a', words: 10, share: 0.5, tone: 'plain', tags: [], nested: { list: [] } };

test.each([
  ['a missing field', { ...GOOD, name: undefined }, [['body', 'name'], 'Field required', 'missing']],
  ['a missing choice', { ...GOOD, tone: undefined }, [['body', 'tone'], 'Field required', 'missing']],
  ['a mistyped field', { ...GOOD, name: 3 }, [['body', 'name'], 'Input should be a valid string', 'string_type']],
  [
    'a list for an object with free keys',
    { ...GOOD, settings: [] },
    [['body', 'settings'], 'Input should be a valid object', 'object_type'],
  ],
  [
    'a fraction for an integer',
    { ...GOOD, words: 10.5 },
    [['body', 'words'], 'Input should be a valid integer', 'int_type'],
  ],
  [
    'a number below an inclusive bound',
    { ...GOOD, words: 9 },
    [['body', 'words'], 'Input should be greater than or equal to 10', 'greater_than_equal'],
  ],
  [
    'a number above an inclusive bound',
    { ...GOOD, words: 201 },
    [['body', 'words'], 'Input should be less than or equal to 200', 'less_than_equal'],
  ],
  [
    'a number on an exclusive lower bound',
    { ...GOOD, share: 0 },
    [['body', 'share'], 'Input should be greater than 0', 'greater_than'],
  ],
  [
    'a number on an exclusive upper bound',
    { ...GOOD, share: 1 },
    [['body', 'share'], 'Input should be less than 1', 'less_than'],
  ],
  ['an unknown choice', { ...GOOD, tone: 'rude' }, [['body', 'tone'], 'Input should be "plain" or "formal"', 'enum']],
  ['an empty string', { ...GOOD, name: '' }, [['body', 'name'], 'Input should have at least 1 character', 'too_short']],
  ['a long list', { ...GOOD, tags: ['a', 'b'] }, [['body', 'tags'], 'Input should have at most 1 item', 'too_long']],
  ['an extra field', { ...GOOD, colour: 1 }, [['body', 'colour'], 'Extra inputs are not permitted', 'extra_forbidden']],
  [
    'a field deep down',
    { ...GOOD, nested: { list: [{ id: 1 }] } },
    [['body', 'nested', 'list', 0, 'id'], 'Input should be a valid string', 'string_type'],
  ],
] as const)('%s is located and worded', (_, body, [loc, msg, type]) => {
  const parsed = Body.safeParse(body, { reportInput: true });
  expect(toValidationItems(parsed.error?.issues ?? [], ['body'])).toEqual([{ loc, msg, type }]);
});

test.each([
  [z.int()],
  [z.int().gte(3)],
  [z.number().int()],
  [z.int32()],
  [z.uint32()],
  [z.fromJSONSchema({ type: 'integer' })],
])('text instead of an integer is reported as such', (schema) => {
  const { issues = [] } = schema.safeParse('many', REPORTED).error ?? {};
  expect(toValidationItems(issues, ['body'])).toEqual([
    { loc: ['body'], msg: 'Input should be a valid integer', type: 'int_type' },
  ]);
});

test.each<[z.ZodType, unknown, string, string]>([
  [z.array(z.string()), {}, 'Input should be a valid list', 'array_type'],
  [z.object({}), 5, 'Input should be a valid object', 'object_type'],
  [z.array(z.string()).min(2), [], 'Input should have at least 2 items', 'too_short'],
  [z.string().max(2), 'abc', 'Input should have at most 2 characters', 'too_long'],
  [z.file().min(1), new File([], 'a'), 'Input should have at least 1 item', 'too_short'],
  [z.literal('a'), 'b', 'Input should be "a"', 'enum'],
  [z.union([z.string(), z.boolean()]), 5, 'Input matches none of the allowed types', 'union'],
  [z.string().refine(() => false, 'No'), 'a', 'No', 'value_error'],
  [z.string().refine(() => false, { error: 'No', params: { wf_item_type: 'own' } }), 'a', 'No', 'own'],
  [z.string().refine(() => false, { error: 'No', params: { [ITEM_TYPE]: 5 } }), 'a', 'No', 'value_error'],
  [z.string().regex(/^a$/, 'Write a'), 'b', 'Write a', 'invalid_format'],
])('what is wrong has words and a type: %#', (schema, value, msg, type) => {
  const { issues = [] } = schema.safeParse(value, REPORTED).error ?? {};
  expect(toValidationItems(issues, ['query'])).toEqual([{ loc: ['query'], msg, type }]);
});

test('all choices are named if there are at most twelve', () => {
  const choices = Array.from({ length: 12 }, (_, index) => `m-${index}`);
  const { issues = [] } = z.enum(choices).safeParse('x', REPORTED).error ?? {};
  const named = choices.map((choice) => JSON.stringify(choice));
  expect(toValidationItems(issues, [])[0]?.msg).toBe(`Input should be ${named.slice(0, 11).join(', ')} or "m-11"`);
});

test('the type of an item tells whether a value has the wrong type', () => {
  expect(['string_type', 'int_type', 'value_error', 'type'].map((type) => isTypeError({ type }))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('a thousand unknown keys are reported as a hundred', () => {
  const keys = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${index}`, index]));
  const parsed = z.strictObject({}).safeParse(keys, REPORTED);
  expect(toValidationItems(parsed.error?.issues ?? [], ['body'])).toHaveLength(100);
});

test.each([
  ['gpt-6', 'Input should be "gpt-5" or one of 12 other values'],
  ['else', 'Input should be "gpt-5", "gpt-5.5", "m-2", "m-3", "m-4", "m-5" or one of 7 other values'],
  [null, 'Input should be "gpt-5", "gpt-5.5", "m-2", "m-3", "m-4", "m-5" or one of 7 other values'],
])('of many choices, those near %j are named', (model, msg) => {
  const models = Array.from({ length: 13 }, (_, index) => ['gpt-5', 'gpt-5.5'][index] ?? `m-${index}`);
  const parsed = z.object({ model: z.enum(models) }).safeParse({ model }, REPORTED);
  expect(toValidationItems(parsed.error?.issues ?? [], ['body'])).toEqual([
    { loc: ['body', 'model'], msg, type: 'enum' },
  ]);
});
