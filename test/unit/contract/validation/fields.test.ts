import { expect, test } from 'vitest';
import * as z from 'zod';
import { Result } from '../../../../src/contract/evaluations/result.ts';
import { TestsetRow } from '../../../../src/contract/testsets/testset.ts';
import { JsonObject } from '../../../../src/contract/validation/fields.ts';

const WITH_PROTO = '{"__proto__":{"x":1},"a":1}';

test('rows and answers keep a key called __proto__', () => {
  const value: unknown = JSON.parse(WITH_PROTO);
  expect(JSON.stringify(TestsetRow.parse(value))).toBe(WITH_PROTO);
  expect(JSON.stringify(Result.parse({ type: 'object', value }).value)).toBe(WITH_PROTO);
});

test('a JSON object is described, and refuses anything else, like a record of zod', () => {
  const record = z.record(z.string(), z.unknown());
  expect(z.toJSONSchema(JsonObject)).toEqual(z.toJSONSchema(record));
  for (const other of [[], null, 'text', 1, undefined]) {
    const issuesOf = (schema: z.ZodType) =>
      schema.safeParse(other).error?.issues.map(({ code, message }) => [code, message]);
    expect(issuesOf(JsonObject)).toEqual(issuesOf(record));
  }
});
