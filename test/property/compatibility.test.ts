import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { listValues, toAddress, withValue } from '../../src/contract/variants/route-parameters.ts';
import type { Parameters } from '../../src/contract/variants/variant.ts';
import type { RouteSchema } from '../../src/contract/deployments/route-schema.ts';
import { checkCompatibility } from '../../src/contract/deployments/compatibility/check-compatibility.ts';
import { findBreaks, type StoredConfiguration } from '../../src/contract/deployments/compatibility/find-breaks.ts';

type Field = Readonly<Record<string, unknown>>;

const NAMES = ['model', 'modle', 'words', 'share', 'tone'];
const CHOICES = ['a', 'b', 'c', '1', 'true'];
const limit = fc.integer({ min: -5, max: 5 });

const numberField = fc
  .record({
    type: fc.constantFrom('integer', 'number'),
    low: fc.option(fc.tuple(fc.constantFrom('minimum', 'exclusiveMinimum'), limit), { nil: null }),
    high: fc.option(fc.tuple(fc.constantFrom('maximum', 'exclusiveMaximum'), limit), { nil: null }),
  })
  .map(({ type, low, high }): Field => ({
    type,
    ...(low && { [low[0]]: low[1] }),
    ...(high && { [high[0]]: high[1] }),
  }));

const field: fc.Arbitrary<Field> = fc.oneof(
  numberField,
  fc.constant({ type: 'boolean' }),
  fc.constant({ type: 'string' }),
  fc.subarray(CHOICES, { minLength: 1 }).map((choices) => ({ type: 'string', enum: choices })),
);

const properties = fc.dictionary(fc.constantFrom(...NAMES), field, { maxKeys: 4, noNullPrototype: true });

/** Routes as a bundle describes them; their defaults do not matter here. */
const routes = fc.array(properties, { minLength: 1, maxLength: 2 }).map((list): RouteSchema[] =>
  list.map((fields, index) => ({
    path: `/${index}`,
    name: `r${index}`,
    config: { type: 'object', properties: fields },
    input: null,
    output: null,
    defaults: {},
  })),
);

const value = fc.oneof(
  fc.integer({ min: -7, max: 7 }),
  fc.integer({ min: -14, max: 14 }).map((half) => half / 2),
  fc.constantFrom(...CHOICES, 'z', ''),
  fc.boolean(),
  fc.constant(null),
);
const parameters: fc.Arbitrary<Parameters> = fc.dictionary(fc.constantFrom(...NAMES), value, {
  maxKeys: 4,
  noNullPrototype: true,
});

/** Parameters with values for one route: for those that the routes have, and for one that they lack. */
const withSections = fc
  .tuple(parameters, fc.dictionary(fc.constantFrom('/0', '/1', '/gone'), parameters, { noNullPrototype: true }))
  .map(([shared, sections]): Parameters => ({ ...shared, ...sections }));

const name = fc.constantFrom(...NAMES, '/0:words', '/1:words', '/0:model');
const migration = fc.oneof(
  fc.tuple(name, name).map(([from, to]) => `rename:${from}=${to}`),
  fc.tuple(fc.constantFrom('default', 'clamp', 'drop'), name).map(([kind, target]) => `${kind}:${target}`),
  fc.tuple(name, value, value).map(([target, from, to]) => `map:${target}:${from}=${to}`),
);

/** A second implementation of JSON Schema validation. */
function isAccepted(schema: Field, given: unknown): boolean {
  const { type, enum: choices, minimum, exclusiveMinimum, maximum, exclusiveMaximum } = schema;
  if (type === 'integer' && !Number.isSafeInteger(given)) return false;
  if (type === 'number' && typeof given !== 'number') return false;
  if ((type === 'string' || type === 'boolean') && typeof given !== type) return false;
  if (Array.isArray(choices) && !choices.includes(given)) return false;
  const number = Number(given);
  const isWithin = (bound: unknown, holds: (bound: number) => boolean) => typeof bound !== 'number' || holds(bound);
  return (
    isWithin(minimum, (bound) => number >= bound) &&
    isWithin(exclusiveMinimum, (bound) => number > bound) &&
    isWithin(maximum, (bound) => number <= bound) &&
    isWithin(exclusiveMaximum, (bound) => number < bound)
  );
}

function isValid(next: readonly RouteSchema[], given: Parameters): boolean {
  const fieldsOf = (path: string) => {
    const properties = next.find((one) => one.path === path)?.config?.['properties'];
    return (properties ?? {}) as Record<string, Field>; // as generated above
  };
  const sections = new Map(Object.entries(given).filter(([key]) => key.startsWith('/')) as [string, Parameters][]);
  const shared = Object.entries(given).filter(([key]) => !key.startsWith('/'));
  const areKnown =
    shared.every(([key]) => next.some(({ path }) => fieldsOf(path)[key] !== undefined)) &&
    [...sections].every(([path, own]) => Object.keys(own).every((key) => fieldsOf(path)[key] !== undefined));
  return (
    areKnown &&
    next.every(({ path }) => {
      const read = { ...Object.fromEntries(shared), ...sections.get(path) };
      return Object.entries(fieldsOf(path)).every(([key, schema]) => !(key in read) || isAccepted(schema, read[key]));
    })
  );
}

const IDS = { variant_id: 'v', variant_name: 'support' };

function stored(given: Parameters, revision: number, environment: string | null = 'production'): StoredConfiguration {
  return { environment, isDeployed: false, ...IDS, revision, parameters: given, routes: [] };
}

test('a configuration breaks exactly if it is invalid under the new schemas', () => {
  fc.assert(
    fc.property(routes, routes, withSections, (current, next, given) => {
      const breaks = findBreaks({ ...stored(given, 1), routes: current }, { current, next });
      expect(breaks.length === 0).toBe(isValid(next, given));
    }),
    { numRuns: 1000 },
  );
});

test('every suggested migration fixes its value', () => {
  fc.assert(
    fc.property(routes, routes, withSections, (current, next, given) => {
      for (const { field: broken, suggestions } of findBreaks(
        { ...stored(given, 1), routes: current },
        { current, next },
      )) {
        for (const suggestion of suggestions) {
          const value = listValues(given).find((one) => toAddress(one) === broken);
          const only = value === undefined ? {} : withValue({}, value, value.value);
          const checked = checkOne(only, [suggestion], next);
          expect([suggestion, checked.breaks, checked.migrated.length]).toEqual([suggestion, [], 1]);
        }
      }
    }),
    { numRuns: 2000 },
  );
});

test('migrated values are valid, or the break is reported', () => {
  fc.assert(
    fc.property(withSections, fc.array(migration, { maxLength: 4 }), routes, (given, migrations, next) => {
      const { breaks, migrated } = checkOne(given, migrations, next);
      for (const { after } of migrated) expect(isValid(next, after)).toBe(true);
      expect(breaks.length > 0 || migrated.length > 0).toBe(!isValid(next, given));
      expect(breaks.length > 0 && migrated.length > 0).toBe(false);
    }),
    { numRuns: 1000 },
  );
});

test('values that are broken after migrations pass only if they were stored broken', () => {
  fc.assert(
    fc.property(
      parameters,
      fc.array(migration, { maxLength: 4 }),
      routes,
      routes,
      (given, migrations, current, next) => {
        const { breaks, is_breaking } = checkOne(given, migrations, next, current);
        const wasBroken = (key: string) => Object.hasOwn(given, key) && !isValid(current, { [key]: given[key] });
        expect(is_breaking).toBe(breaks.some((one) => !wasBroken(one.field)));
      },
    ),
    { numRuns: 1000 },
  );
});

test('resetting to a default keeps values that the new code accepts', () => {
  fc.assert(
    fc.property(parameters, routes, (given, next) => {
      const { migrated } = checkOne(given, NAMES.map((one) => `default:${one}`).concat('drop:model'), next);
      const taken = Object.entries(given).filter(([key, one]) => isValid(next, { [key]: one }));
      for (const { after } of migrated) expect(after).toEqual(Object.fromEntries(taken));
    }),
    { numRuns: 1000 },
  );
});

test("revisions are created without gaps, and a variant's newest keeps its meaning", () => {
  const history = fc.array(parameters, { minLength: 1, maxLength: 5 });
  const running = fc.array(fc.nat(), { maxLength: 3 });
  fc.assert(
    fc.property(history, running, fc.array(migration, { maxLength: 4 }), routes, (list, places, migrations, next) => {
      const revisions = list.map((given, index) => ({ revision: index + 1, parameters: given }));
      const at = (index: number) => revisions[index % revisions.length] ?? { revision: 1, parameters: {} };
      const newest = at(revisions.length - 1);
      const configurations = [
        ...places.map((place, index) => stored(at(place).parameters, at(place).revision, `environment ${index}`)),
        stored(newest.parameters, newest.revision, null),
      ];
      const { migrated } = checkCompatibility({
        current: null,
        next,
        configurations,
        migrations,
        histories: [{ ...IDS, revisions }],
      });
      const made = migrated.filter(({ is_new }) => is_new);
      expect(made.map(({ to_revision }) => to_revision)).toEqual(made.map((_, index) => revisions.length + index + 1));
      const all = [...revisions, ...made.map((one) => ({ revision: one.to_revision, parameters: one.after }))];
      for (const { to_revision, after } of migrated) {
        expect(all.find(({ revision }) => revision === to_revision)?.parameters).toEqual(after);
      }
      const meant = migrated.find(({ from_revision }) => from_revision === newest.revision)?.after ?? newest.parameters;
      expect(all.at(-1)?.parameters).toEqual(meant);
    }),
    { numRuns: 2000 },
  );
});

function checkOne(
  given: Parameters,
  migrations: readonly string[],
  next: readonly RouteSchema[],
  current: readonly RouteSchema[] | null = null,
) {
  return checkCompatibility({
    current,
    next,
    migrations,
    configurations: [stored(given, 1)],
    histories: [{ ...IDS, revisions: [{ revision: 1, parameters: given }] }],
  });
}
