import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { checkAnswer, type Shape } from '../../src/client/endpoints/answer-shape.ts';
import { toShape } from '../../src/client/endpoints/to-shape.ts';
import { isBytes } from '../../src/contract/endpoint/endpoint.ts';
import { ENDPOINTS } from '../../src/contract/endpoints.ts';
import { RouteAnswer } from '../../src/contract/deployments/route-schema.ts';
import { ValidationError } from '../../src/contract/validation/validation-error.ts';

/** Values that mostly fit a shape, with missing and extra fields, and occasionally something different. */
function nearly(shape: Shape): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 60, arbitrary: fitting(shape) }, { weight: 1, arbitrary: fc.jsonValue() });
}

function fitting({ type, anyOf, ...shape }: Shape): fc.Arbitrary<unknown> {
  if (anyOf !== undefined) return fc.oneof(...anyOf.map(nearly));
  const types = typeof type === 'string' ? [type] : (type ?? []);
  if (types.length === 0) return fc.jsonValue();
  return fc.oneof(...types.map((one) => ofType(one, shape)));
}

function ofType(type: string, { enum: values, ...shape }: Shape): fc.Arbitrary<unknown> {
  if (values !== undefined) return fc.constantFrom(...values);
  switch (type) {
    case 'object':
      return objectOf(shape);
    case 'array':
      return fc.array(nearly(shape.items ?? {}), { maxLength: 3 });
    case 'integer':
      return fc.oneof(fc.integer(), fc.double({ noNaN: true }), fc.constant(2 ** 53));
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.string();
  }
}

function objectOf({ properties = {}, additionalProperties, required = [] }: Shape): fc.Arbitrary<unknown> {
  if (additionalProperties !== undefined)
    return fc.dictionary(fc.string(), nearly(additionalProperties), { maxKeys: 3 });
  const fields = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, nearly(one)]));
  const model: Record<string, fc.Arbitrary<unknown>> = { ...fields, unknown: fc.nat() };
  return fc.oneof(
    { weight: 9, arbitrary: fc.record(model, { requiredKeys: [...required] }) },
    { weight: 1, arbitrary: fc.record(model, { requiredKeys: [] }) },
  );
}

/**
 * A JSON text cannot say `undefined`, minus zero or what is not a number. zod drops a key called `__proto__`, which the
 * check keeps on purpose: there the two differ.
 */
const asJson = (value: unknown): unknown =>
  JSON.parse((JSON.stringify(value) ?? 'null').replaceAll('__proto__', 'proto'));

const SCHEMAS: [string, z.ZodType][] = [
  ...Object.entries(ENDPOINTS).flatMap(([name, { response }]): [string, z.ZodType][] =>
    response === null || isBytes(response) ? [] : [[name, response]],
  ),
  ['RouteAnswer', RouteAnswer],
  ['ValidationError', ValidationError],
];

describe('the check of a response agrees with its zod schema', () => {
  test.each(SCHEMAS)('%s', (_, schema) => {
    const shape = toShape(schema);
    fc.assert(
      fc.property(nearly(shape).map(asJson), (answer) => {
        const byZod = schema.safeParse(answer, { reportInput: true });
        const { value, violations } = checkAnswer(shape, answer);
        if (byZod.success) expect({ value, violations }).toEqual({ value: byZod.data, violations: [] });
        else expect(locations(violations)).toEqual(locations(byZod.error.issues.map(({ path }) => ({ loc: path }))));
      }),
      { numRuns: 150 },
    );
  });
});

/** Locations of violations; zod has more kinds of messages. */
function locations(items: readonly { readonly loc: readonly unknown[] }[]): string[] {
  return [...new Set(items.map(({ loc }) => loc.join('.')))].toSorted();
}

test('both valid and invalid responses are tried', () => {
  const shape = toShape(ENDPOINTS.getVariant.response);
  const samples = fc.sample(nearly(shape).map(asJson), { numRuns: 500, seed: 1 });
  const fits = samples.filter((one) => checkAnswer(shape, one).violations.length === 0);
  expect(fits.length).toBeGreaterThan(100);
  expect(fits.length).toBeLessThan(400);
});
