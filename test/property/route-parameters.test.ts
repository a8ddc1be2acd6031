import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  hasValue,
  listValues,
  mergeParameters,
  parametersOfRoute,
  withoutValue,
  withValue,
} from '../../src/contract/variants/route-parameters.ts';
import type { Parameters } from '../../src/contract/variants/variant.ts';
import { resolveConfig } from '../../src/contract/deployments/route-fields.ts';
import { readValues } from '../../src/use-cases/variants/fields/read-values.ts';

const name = fc.constantFrom('prompt', 'a:b', 'c/d', 'words', 'constructor', 'toString');
const path = fc.constantFrom('/', '/a', '/a:b', '/a/b');
const value = fc.oneof(fc.string({ maxLength: 3 }), fc.integer(), fc.boolean(), fc.constant(null));
const values = fc.dictionary(name, value, { noNullPrototype: true });
const parameters = fc
  .tuple(values, fc.dictionary(path, values, { noNullPrototype: true }))
  .map(([shared, sections]): Parameters => ({ ...shared, ...sections }));
const address = fc.record({ route: fc.option(path, { nil: null }), field: name });

/** A second implementation, value by value. */
function valueFor(given: Parameters, route: string, field: string): unknown {
  const section = new Map(Object.entries(given)).get(route) as Parameters | undefined; // a section, as generated above
  const own = new Map(Object.entries(section ?? {}));
  return own.has(field) ? own.get(field) : new Map(Object.entries(given)).get(field);
}

test("a route reads its own value, else that of all routes, and no other route's", () => {
  fc.assert(
    fc.property(parameters, path, (given, route) => {
      const read = parametersOfRoute(given, route);
      const fields = new Set(listValues(given).filter((one) => one.route === null || one.route === route));
      expect(Object.keys(read).toSorted()).toEqual([...new Set([...fields].map(({ field }) => field))].toSorted());
      for (const { field } of fields) expect(read[field]).toEqual(valueFor(given, route, field));
    }),
  );
});

test('a value that is set is read by its route, and the other values stay', () => {
  fc.assert(
    fc.property(parameters, address, value, (given, where, next) => {
      const after = withValue(given, where, next);
      expect(listValues(after)).toContainEqual({ ...where, value: next });
      expect(hasValue(withoutValue(after, where), where)).toBe(false);
      const others = (all: Parameters) =>
        listValues(all).filter(({ route, field }) => route !== where.route || field !== where.field);
      expect(new Set(others(after).map((one) => JSON.stringify(one)))).toEqual(
        new Set(others(given).map((one) => JSON.stringify(one))),
      );
    }),
  );
});

test('merging is setting each value', () => {
  fc.assert(
    fc.property(parameters, parameters, (given, change) => {
      const one = listValues(change).reduce((all, each) => withValue(all, each, each.value), given);
      expect(
        listValues(mergeParameters(given, change))
          .map((each) => JSON.stringify(each))
          .toSorted(),
      ).toEqual(
        listValues(one)
          .map((each) => JSON.stringify(each))
          .toSorted(),
      );
    }),
  );
});

test('what is shown for a route is what its calls get', () => {
  const schema = fc.record({ default: value });
  const route = fc.tuple(path, fc.dictionary(name, schema, { noNullPrototype: true }));
  const routes = fc.uniqueArray(route, { selector: ([one]) => one, maxLength: 3 });
  fc.assert(
    fc.property(parameters, routes, (given, list) => {
      const code = list.map(([one, properties]) => ({
        path: one,
        name: one,
        config: { type: 'object', properties },
        input: null,
        output: null,
        defaults: Object.fromEntries(Object.entries(properties).map(([field, each]) => [field, each.default])),
      }));
      const shown = [...readValues({ set: given, routes: code }).values()];
      for (const one of code) {
        const called = resolveConfig(one, given);
        for (const [field, expected] of Object.entries(called)) {
          const own = shown.find((each) => each.route === one.path && each.field === field);
          const shared = shown.find((each) => each.route === null && each.field === field);
          expect((own ?? shared)?.value).toEqual(expected);
        }
      }
    }),
  );
});
