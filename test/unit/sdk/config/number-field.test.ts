import { expect, test } from 'vitest';
import * as z from 'zod';
import { readNumber } from '../../../../src/sdk/config/number-field.ts';
import type { Definition } from '../../../../src/sdk/schema/zod-definition.ts';

const read = (schema: z.ZodType) => readNumber(schema._zod.def);

test.each<[string, z.ZodType, ReturnType<typeof readNumber>]>([
  ['a number', z.number(), { kind: 'float', bounds: {} }],
  ['an integer', z.int(), { kind: 'int', bounds: {} }],
  ['a number that is an integer', z.number().int(), { kind: 'int', bounds: {} }],
  ['int32', z.int32(), { kind: 'int', bounds: { minimum: -2147483648, maximum: 2147483647 } }],
  ['uint32', z.uint32(), { kind: 'int', bounds: { minimum: 0, maximum: 4294967295 } }],
  ['float32', z.float32(), { kind: 'float', bounds: {} }],
  ['float64', z.float64(), { kind: 'float', bounds: {} }],
  ['bounds', z.number().gte(1).lte(2), { kind: 'float', bounds: { minimum: 1, maximum: 2 } }],
  ['open bounds', z.number().gt(1).lt(2), { kind: 'float', bounds: { exclusiveMinimum: 1, exclusiveMaximum: 2 } }],
  [
    'the tightest bounds',
    z.number().gte(1).gte(3).lte(9).lte(7),
    { kind: 'float', bounds: { minimum: 3, maximum: 7 } },
  ],
  [
    'open before closed',
    z.number().gte(1).gt(1).lte(2).lt(2),
    { kind: 'float', bounds: { exclusiveMinimum: 1, exclusiveMaximum: 2 } },
  ],
  [
    'closed inside of open',
    z.number().gt(1).gte(2).lt(9).lte(8),
    { kind: 'float', bounds: { minimum: 2, maximum: 8 } },
  ],
  [
    'open inside of closed',
    z.number().gte(1).gt(2).lte(9).lt(8),
    { kind: 'float', bounds: { exclusiveMinimum: 2, exclusiveMaximum: 8 } },
  ],
  ['an integer with bounds', z.int32().gte(1), { kind: 'int', bounds: { minimum: 1, maximum: 2147483647 } }],
  [
    'a multiple',
    z.number().gte(1).multipleOf(5),
    'a number with the check multiple_of; only gte, lte, gt and lt are allowed',
  ],
  [
    'a refinement',
    z.number().refine(() => true),
    'a number with the check custom; only gte, lte, gt and lt are allowed',
  ],
])('%s is read', (_, schema, field) => {
  expect(read(schema)).toEqual(field);
});

test('an unknown format is refused', () => {
  const definition = { type: 'number', format: 'int8' } as unknown as Definition;
  expect(readNumber(definition)).toBe('a number of the format int8');
});
