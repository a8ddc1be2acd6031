import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { wholeParameters } from '../../src/contract/deployments/route-fields.ts';
import { checkParameters } from '../../src/contract/deployments/check-parameters.ts';
import { type ConfigField, type ConfigShape, configSchema } from '../../src/sdk/config/config-schema.ts';
import { describeRoutes } from '../../src/sdk/routes/collect-routes.ts';
import { groupedMultipleChoice, multipleChoice } from '../../src/sdk/config/choices.ts';
import { route } from '../../src/sdk/routes/route.ts';

const choice = fc.string({ minLength: 1, maxLength: 4 });
const choices = fc.uniqueArray(choice, { minLength: 1, maxLength: 5 });

/** A number field of random bounds, its default somewhere between them. */
const numberField = fc
  .record({
    isInteger: fc.boolean(),
    low: fc.integer({ min: -50, max: 50 }),
    span: fc.integer({ min: 2, max: 50 }),
    place: fc.double({ min: 0, max: 1, noNaN: true }),
    lower: fc.constantFrom('gte', 'gt', 'none'),
    upper: fc.constantFrom('lte', 'lt', 'none'),
  })
  .map(({ isInteger, low, span, place, lower, upper }): ConfigField => {
    const plain = isInteger ? z.int() : z.number();
    const above = lower === 'gte' ? plain.gte(low) : lower === 'gt' ? plain.gt(low) : plain;
    const between = upper === 'lte' ? above.lte(low + span) : upper === 'lt' ? above.lt(low + span) : above;
    // Strictly inside, so that it fits exclusive bounds, too.
    return between.default(low + 1 + Math.floor(place * (span - 2)));
  });

const field: fc.Arbitrary<ConfigField> = fc.oneof(
  fc.string().map((text) => z.string().default(text)),
  fc.boolean().map((flag) => z.boolean().default(flag)),
  numberField,
  choices.map((list) => multipleChoice(list).default(list[0] ?? '')),
  fc
    .dictionary(fc.string({ minLength: 1, maxLength: 4 }), choices, { minKeys: 1, maxKeys: 3, noNullPrototype: true })
    .map((groups) => groupedMultipleChoice(groups).default(Object.values(groups)[0]?.[0] ?? '')),
);

const shape: fc.Arbitrary<ConfigShape> = fc.dictionary(
  fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/).filter((name) => name !== 'ag_config'),
  field,
  { maxKeys: 5, noNullPrototype: true },
);

/** Values near the bounds, existing and other choices, and values of other types. */
const value = fc.oneof(
  fc.integer({ min: -110, max: 110 }),
  fc.double({ min: -110, max: 110, noNaN: true }),
  choice,
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.integer(), { maxLength: 2 }),
);

function describeOne(config: ReturnType<typeof configSchema>) {
  const [described] = describeRoutes({ x: route('/x', { config }, () => null) });
  if (described === undefined) throw new Error('no route was described');
  return described;
}

test('the defaults of a schema always fit it', () => {
  fc.assert(
    fc.property(shape, (fields) => {
      const schema = configSchema(fields);
      const described = describeOne(schema);
      expect(schema.parse({})).toEqual(described.defaults);
      expect(schema.parse(described.defaults)).toEqual(described.defaults);
      expect(checkParameters([described], wholeParameters([described], {}), [])).toEqual([]);
    }),
  );
});

test('the JSON Schema of a configuration accepts exactly what the schema accepts', () => {
  fc.assert(
    fc.property(field, value, (only, given) => {
      const schema = configSchema({ only });
      const json = z.fromJSONSchema(describeOne(schema).config ?? {});
      expect(json.safeParse({ only: given }).success).toBe(schema.safeParse({ only: given }).success);
    }),
    { numRuns: 500 },
  );
});

test('stored parameters are accepted exactly if the schema accepts them', () => {
  fc.assert(
    fc.property(
      shape,
      fc.dictionary(fc.stringMatching(/^[a-z]{1,2}$/), value, { noNullPrototype: true }),
      (fields, given) => {
        const schema = configSchema(fields);
        const accepts = z.strictObject(schema.shape).safeParse(given).success;
        expect(checkParameters([describeOne(schema)], given, []).length === 0).toBe(accepts);
      },
    ),
  );
});

test('a described schema survives JSON', () => {
  fc.assert(
    fc.property(shape, (fields) => {
      const described = describeOne(configSchema(fields));
      expect(JSON.parse(JSON.stringify(described))).toEqual(described);
    }),
  );
});

test('a default outside its bounds is always rejected', () => {
  fc.assert(
    fc.property(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 1, max: 50 }), (low, distance) => {
      expect(() =>
        configSchema({
          only: z
            .int()
            .gte(low)
            .default(low - distance),
        }),
      ).toThrow('"only" has the default');
      expect(() =>
        configSchema({
          only: z
            .int()
            .lte(low)
            .default(low + distance),
        }),
      ).toThrow('"only" has the default');
      expect(() => configSchema({ only: z.number().gt(low).default(low) })).toThrow('"only" has the default');
      expect(() => configSchema({ only: z.number().lt(low).default(low) })).toThrow('"only" has the default');
    }),
  );
});
