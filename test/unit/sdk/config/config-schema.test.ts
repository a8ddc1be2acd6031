import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { configSchema } from '../../../../src/sdk/config/config-schema.ts';
import type { ConfigShape } from '../../../../src/sdk/config/config-schema.ts';
import { groupedMultipleChoice } from '../../../../src/sdk/config/grouped-multiple-choice.ts';
import { multipleChoice } from '../../../../src/sdk/config/multiple-choice.ts';

/** Passes what TypeScript would reject, as JavaScript code could. */
function define(field: unknown): () => unknown {
  return () => configSchema({ field } as ConfigShape);
}

describe('configSchema', () => {
  test('returns the zod object of its fields', () => {
    const schema = configSchema({ prompt: z.string().default('Hi'), words: z.int().gte(1).default(5) });
    expect(schema.parse({ words: 7 })).toEqual({ prompt: 'Hi', words: 7 });
    expect(schema.safeParse({ words: 0 }).success).toBe(false);
  });

  test.each([
    ['string', z.string().default('')],
    ['integer', z.int().default(1)],
    ['integer by a check', z.number().int().default(1)],
    ['32-bit integer', z.int32().default(1)],
    ['float', z.number().default(0.5)],
    ['32-bit float', z.float32().default(0.5)],
    ['boolean', z.boolean().default(false)],
    ['enumeration', multipleChoice(['a', 'b']).default('a')],
    ['enumeration of zod', z.enum(['a', 'b']).default('a')],
    ['grouped enumeration', groupedMultipleChoice({ One: ['a'], Two: ['b'] }).default('b')],
    ['described before its default', z.string().describe('What to say').default('Hi')],
    ['described after its default', z.string().default('Hi').describe('What to say')],
    ['default at its inclusive bound', z.int().gte(1).lte(5).default(5)],
    ['default from a function', z.string().default(() => 'Hi')],
  ])('accepts a field: %s', (_kind, field) => {
    expect(define(field)).not.toThrow();
  });

  test('rejects a name that begins with a slash, as paths of routes do, and takes one further on', () => {
    expect(() => configSchema({ '/summary': z.string().default('') })).toThrow(
      'Configuration field "/summary" begins with a slash, as the path of a route does. Rename it.',
    );
    expect(() => configSchema({ 'a/b:c': z.string().default('') })).not.toThrow();
  });

  test.each([
    ['no schema', 5, 'is not a zod 4 schema'],
    ['no default', z.int(), 'has no default'],
    ['optional', z.string().optional(), 'is optional and does not end with .default(...)'],
    [
      'optional after its default',
      z.string().default('').optional(),
      'is optional and does not end with .default(...)',
    ],
    ['prefault', z.string().prefault(''), 'has a prefault, not a default'],
    ['nullable', z.string().nullable().default(null), `of zod's type "nullable"`],
    ['list', z.array(z.string()).default([]), `of zod's type "array"`],
    ['object', z.object({}).default({}), `of zod's type "object"`],
    ['date', z.date().default(new Date(0)), `of zod's type "date"`],
    ['union', z.union([z.string(), z.int()]).default(1), `of zod's type "union"`],
    ['transformed', z.string().transform(Number).default(1), `of zod's type "pipe"`],
    ['coerced', z.coerce.number().default(1), 'is coerced from other types'],
    ['number enumeration', z.enum({ a: 1, b: 2 }).default(1), 'an enumeration whose choices are not all strings'],
    ['string of a format', z.email().default('a@b.cd'), 'a string with a format, a length or another check'],
    ['string of a length', z.string().min(1).default('a'), 'a string with a format, a length or another check'],
    ['refined boolean', z.boolean().refine(Boolean).default(true), 'a boolean with a check'],
    ['multiples', z.int().multipleOf(5).default(5), 'a number with the check multiple_of; only gte, lte, gt and lt'],
    [
      'refined number',
      z
        .number()
        .refine(() => true)
        .default(1),
      'a number with the check custom',
    ],
  ])('rejects a field: %s', (_kind, field, problem) => {
    expect(define(field)).toThrow(problem);
  });

  test.each([
    ['below ge', z.int().gte(10).default(9), 'has the default 9, which is no integer >= 10'],
    ['above le', z.int().lte(10).default(11), 'has the default 11, which is no integer <= 10'],
    ['at gt', z.number().gt(0).default(0), 'has the default 0, which is no number > 0'],
    ['at lt', z.number().gte(0).lt(2).default(2), 'has the default 2, which is no number >= 0 and < 2'],
    ['a fraction', z.int().default(1.5), 'has the default 1.5, which is no integer'],
    [
      'no choice',
      z.enum(['a', 'b']).default('c' as 'a'),
      'has the default "c", which is not one of its choices (a, b)',
    ],
    ['no string', z.string().default(5 as unknown as string), 'has the default 5, which is not a string'],
    ['no boolean', z.boolean().default('yes' as unknown as boolean), 'has the default "yes", which is not a boolean'],
    ['no number', z.number().default(Number.NaN), 'has the default NaN, which is no number'],
    [
      'in contradictory bounds',
      z.int().gte(5).lte(1).default(3),
      'has the default 3, which is no integer >= 5 and <= 1',
    ],
  ])('rejects a default that is %s', (_how, field, problem) => {
    expect(define(field)).toThrow(problem);
  });

  test('an error has a code, names the field and says how to fix it', () => {
    let thrown: unknown;
    try {
      configSchema({ fine: z.string().default(''), words: z.int().gte(10).lte(200).default(500) });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({
      code: 'WF_WORKFLOW_INVALID',
      message:
        'Configuration field "words" has the default 500, which is no integer >= 10 and <= 200. Move the default into the bounds, or widen them.',
    });
  });
});
