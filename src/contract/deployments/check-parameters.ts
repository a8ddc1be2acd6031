import * as z from 'zod';
import type { RouteSchema } from './route-schema.ts';
import type { ValidationErrorItem } from '../validation/validation-error.ts';
import type { Parameters } from '../variants/variant.ts';
import { REPORTED, toValidationItems } from '../validation/to-validation-items.ts';

/**
 * Checks a variant's parameters against every deployed route: each value must be valid in each route that has the
 * field, and each key must be a field of some route, unless a route takes any. Missing keys are valid: the defaults apply.
 *
 * @param routes - schemas of the deployed routes
 * @param parameters - the values, by field name
 * @param prefix - location of the parameters in the request, as in `['body', 'parameters']`
 * @returns the violations; empty when there are none
 * @source seed §2.9, design §5 (from-base failures)
 */
export function checkParameters(
  routes: readonly RouteSchema[],
  parameters: Parameters,
  prefix: readonly (string | number)[],
): ValidationErrorItem[] {
  const items = findViolations(routes, parameters).map(({ item }) => ({ ...item, loc: [...prefix, ...item.loc] }));
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

/** One value that a route rejects. */
export interface ParameterViolation {
  /** `null`: no route has the field. */
  readonly route: RouteSchema | null;
  readonly field: string;
  /** The violation; its location starts with the field. */
  readonly item: ValidationErrorItem;
}

/** Finds the violations that `checkParameters` reports, route by route. */
export function findViolations(routes: readonly RouteSchema[], parameters: Parameters): ParameterViolation[] {
  const fields = routes.flatMap((route) =>
    Object.entries(propertiesOf(route)).map(([field, schema]) => ({ route, field, schema })),
  );
  const known = new Set(fields.map(({ field }) => field));
  const takesAny = routes.some(({ config }) => config?.['additionalProperties'] === true);
  const unknown = Object.keys(parameters)
    .filter((field) => !takesAny && !known.has(field))
    .slice(0, MOST_UNKNOWN)
    .map((field) => ({ route: null, field, item: { loc: [field], ...UNKNOWN_FIELD } }));
  const violations = fields
    .filter(({ field }) => Object.hasOwn(parameters, field))
    .flatMap(({ route, field, schema }) =>
      checkValue(schema, parameters[field], [field]).map((item) => ({ route, field, item })),
    );
  return [...unknown, ...violations];
}

/** Nobody reads more. */
const MOST_UNKNOWN = 100;

const UNKNOWN_FIELD = { msg: 'No route has a configuration field of this name', type: 'extra_forbidden' };

/** The properties of a route's configuration schema, by field name. */
export function propertiesOf(route: RouteSchema): Record<string, Record<string, unknown>> {
  // A configuration schema is an object schema; it was checked when the bundle was read.
  return (route.config?.['properties'] ?? {}) as Record<string, Record<string, unknown>>;
}

/**
 * Returns the parameters of an app's first variant: the default of each field, except where routes disagree on it; then
 * each route uses its own.
 */
export function defaultParameters(routes: readonly RouteSchema[]): Parameters {
  const entries = routes.flatMap((route) => Object.entries(route.defaults));
  const values = Map.groupBy(entries, ([name]) => name);
  const agreed = [...values].filter(([, each]) => new Set(each.map(([, value]) => JSON.stringify(value))).size === 1);
  return Object.fromEntries(agreed.map(([name, [first]]) => [name, first?.[1]]));
}

/**
 * What the schemas of the six kinds of fields are made of. A deployed schema is whatever an author has sent: other
 * keywords, such as a pattern, could make a check take for ever.
 */
const KEYWORDS = ['type', 'enum', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];

function checkValue(schema: Record<string, unknown>, value: unknown, loc: (string | number)[]): ValidationErrorItem[] {
  const known = Object.fromEntries(Object.entries(schema).filter(([keyword]) => KEYWORDS.includes(keyword)));
  const parsed = z.fromJSONSchema(known).safeParse(value, REPORTED);
  return parsed.success ? [] : toValidationItems(parsed.error.issues, loc);
}
