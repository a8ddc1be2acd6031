import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { checkAnswer, type Shape } from '../../../../src/client/endpoints/answer-shape.ts';
import { toShape } from '../../../../src/client/endpoints/to-shape.ts';

describe('the check of an answer', () => {
  test.each<[Shape, unknown, object]>([
    [{ type: 'string' }, 1, { msg: 'Input should be a valid string', type: 'string_type' }],
    [{ type: ['string', 'null'] }, 1, { msg: 'Input should be a valid string', type: 'string_type' }],
    [{ type: 'array' }, {}, { msg: 'Input should be a valid list', type: 'array_type' }],
    [{ type: 'object' }, [], { msg: 'Input should be a valid object', type: 'object_type' }],
    [{ type: 'integer' }, 1.5, { msg: 'Input should be a valid integer', type: 'integer_type' }],
    [{ type: 'null' }, 0, { msg: 'Input should be a valid null', type: 'null_type' }],
    [{ type: 'string', enum: ['a', 'b'] }, 'c', { msg: 'Input should be "a" or "b"', type: 'enum' }],
    [
      { anyOf: [{ type: 'string' }, { type: 'boolean' }] },
      1,
      { msg: 'Input matches none of the allowed types', type: 'union' },
    ],
    [
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
      1,
      { msg: 'Input should be a valid string', type: 'string_type' },
    ],
    [
      { type: 'object', properties: {}, required: ['x'] },
      {},
      { loc: ['a', 'x'], msg: 'Field required', type: 'missing' },
    ],
  ])('reports a field of the shape %j that is %j', (shape, value, violation) => {
    const whole: Shape = { type: 'object', properties: { a: shape } };
    expect(checkAnswer(whole, { a: value }).violations).toEqual([{ loc: ['a'], ...violation }]);
  });

  test('locates every violation, down to the field', () => {
    const shape = toShape(z.array(z.object({ a: z.string(), b: z.record(z.string(), z.int()) })));
    const { violations } = checkAnswer(shape, [{ a: 'x', b: { y: 'z' } }, { b: {} }, 3]);
    expect(violations.map(({ loc }) => loc.join('.'))).toEqual(['0.b.y', '1.a', '2']);
  });

  test.each<[Shape, readonly unknown[], readonly unknown[]]>([
    [{ type: 'integer' }, [0, -3], [1.5, 2 ** 53, '1', null]],
    [{ type: 'number' }, [0, 1.5], [Number.NaN, Infinity, '1', null]],
    [{ type: 'null' }, [null], [0, '', undefined]],
    [{ type: 'boolean' }, [true, false], [0, 'true', null]],
    [{ type: ['string', 'integer'] }, ['a', 1], [1.5, null]],
  ])('%j accepts %j and rejects %j', (shape, good, bad) => {
    for (const value of good) expect(checkAnswer(shape, value)).toEqual({ value, violations: [] });
    for (const value of bad) expect(checkAnswer(shape, value).violations, String(value)).toHaveLength(1);
  });

  test('keeps a key with the name of an inherited property', () => {
    const shape = toShape(z.record(z.string(), z.unknown()));
    const answer: unknown = JSON.parse('{"__proto__": 1, "constructor": 2}');
    expect(JSON.stringify(checkAnswer(shape, answer).value)).toBe('{"__proto__":1,"constructor":2}');
  });

  test('ignores inherited fields', () => {
    const shape = toShape(z.object({ toString: z.unknown(), constructor: z.string() }));
    expect(checkAnswer(shape, {}).violations.map(({ loc }) => loc)).toContainEqual(['constructor']);
  });
});

test.each<[string, z.ZodType, object]>([
  ['a text', z.string(), { type: 'string' }],
  ['a described text', z.string().meta({ title: 'T', description: 'D' }), { type: 'string' }],

  ['an integer', z.int(), { type: 'integer' }],
  ['a choice', z.enum(['a', 'b']), { type: 'string', enum: ['a', 'b'] }],
  ['anything', z.unknown(), {}],
  ['a list', z.array(z.number()), { type: 'array', items: { type: 'number' } }],
  ['text or nothing', z.string().nullable(), { type: ['string', 'null'] }],
  [
    'several',
    z.union([z.string(), z.array(z.string())]),
    { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
  ],
  ['a record', z.record(z.string(), z.boolean()), { type: 'object', additionalProperties: { type: 'boolean' } }],
  [
    'an object, which may have more fields',
    z.object({ a: z.string(), b: z.int().optional() }),
    { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } }, required: ['a'] },
  ],
])('%s has a shape', (_, schema, shape) => {
  expect(toShape(schema)).toEqual(shape);
});

test.each([
  [z.string().min(1), 'minLength'],
  [z.number().lte(5), 'maximum'],
  [z.int().gte(0), 'minimum'],
  [z.literal('a'), 'const'],
])('a rule that shapes cannot check is refused: %#', (schema, keyword) => {
  expect(() => toShape(schema)).toThrow(
    expect.objectContaining({
      code: 'WF_BUG',
      message: expect.stringContaining(
        `The schema of a response uses "${keyword}", which the client's check does not support.`,
      ) as string,
    }),
  );
});
