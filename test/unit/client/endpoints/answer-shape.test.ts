import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { checkAnswer, type Shape } from '../../../../src/client/endpoints/answer-shape.ts';
import { toShape } from '../../../../src/client/endpoints/to-shape.ts';

describe('checkAnswer', () => {
  test.each<[Shape, unknown, string]>([
    [{ type: 'string' }, 1, 'Input should be a valid string'],
    [{ type: ['string', 'null'] }, 1, 'Input should be a valid string'],
    [{ type: 'array' }, {}, 'Input should be a valid list'],
    [{ type: 'object' }, [], 'Input should be a valid object'],
    [{ type: 'integer' }, 1.5, 'Input should be a valid integer'],
    [{ type: 'null' }, 0, 'Input should be a valid null'],
    [{ type: 'string', enum: ['a', 'b'] }, 'c', 'Input should be "a" or "b"'],
    [{ anyOf: [{ type: 'string' }, { type: 'boolean' }] }, 1, 'Input matches none of the allowed types'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 1, 'Input should be a valid string'],
    [{ type: 'object', properties: {}, required: ['x'] }, {}, 'Field required'],
  ])('%j rejects %j', (shape, value, msg) => {
    expect(checkAnswer(shape, value).violations.map((one) => one.msg)).toEqual([msg]);
  });

  test('locates every violation, down to the field', () => {
    const shape = toShape(z.array(z.object({ a: z.string(), b: z.record(z.string(), z.int()) })));
    const { violations } = checkAnswer(shape, [{ a: 'x', b: { y: 'z' } }, { b: {} }, 3]);
    expect(violations.map(({ loc }) => loc.join('.'))).toEqual(['0.b.y', '1.a', '2']);
  });

  test.each<[Shape, unknown, object]>([
    [{ type: 'integer' }, '1', { msg: 'Input should be a valid integer', type: 'integer_type' }],
    [{ type: 'null' }, 1, { msg: 'Input should be a valid null', type: 'null_type' }],
    [{ enum: ['a'] }, 'b', { msg: 'Input should be "a"', type: 'enum' }],
    [
      { anyOf: [{ type: 'string' }, { type: 'array' }] },
      1,
      { msg: 'Input matches none of the allowed types', type: 'union' },
    ],
    [
      { type: 'object', properties: {}, required: ['x'] },
      {},
      { loc: ['a', 'x'], msg: 'Field required', type: 'missing' },
    ],
  ])('a field of the shape %j reports %j with its kind and path', (shape, value, violation) => {
    const whole: Shape = { type: 'object', properties: { a: shape } };
    expect(checkAnswer(whole, { a: value }).violations).toEqual([{ loc: ['a'], ...violation }]);
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

describe('toShape', () => {
  test.each<[string, z.ZodType]>([
    ['a pattern', z.string().regex(/x/)],
    ['a bound', z.number().min(3)],
    ['a length', z.array(z.string()).min(1)],
    ['a tuple', z.tuple([z.string()])],
  ])('rejects %s, which the check would ignore', (_, schema) => {
    expect(() => toShape(schema)).toThrow(
      /The schema of a response uses "\w+", which the client's check does not support/,
    );
  });
});
