import { expect, test } from 'vitest';
import * as z from 'zod';
import { toShape } from '../../../../src/client/endpoints/to-shape.ts';

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
