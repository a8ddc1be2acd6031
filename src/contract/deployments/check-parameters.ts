import * as z from 'zod';
import { checkStructured, readStructuredKind } from './kinds/structured-kind.ts';
import { propertiesOf } from './route-fields.ts';
import type { RouteSchema } from './route-schema.ts';
import { REPORTED, toValidationItems } from '../validation/to-validation-items.ts';
import type { ValidationErrorItem } from '../validation/validation-error.ts';
import type { Parameters } from '../variants/variant.ts';
import { type FieldAddress, listValues, sectionOf } from '../variants/route-parameters.ts';

/**
 * Checks a variant's parameters against every deployed route: each value must be valid in each route that has the
 * field, and each key must be a field of some route, unless a route takes any. Missing keys are valid: the defaults apply.
 * Values stored for one route are checked by that route's schema.
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
export interface ParameterViolation extends FieldAddress {
  /** The route that rejects it; `null`: no route has the field. */
  readonly rejectedBy: RouteSchema | null;
  /** The violation; its location starts with the field, or with the route's path and the field. */
  readonly item: ValidationErrorItem;
}

/** Finds the violations that `checkParameters` reports, route by route. */
export function findViolations(routes: readonly RouteSchema[], parameters: Parameters): ParameterViolation[] {
  const takesAny = routes.some(({ config }) => config?.['additionalProperties'] === true);
  const unknown = takesAny ? [] : listValues(parameters).flatMap((value) => findUnknown(routes, value));
  return [...unknown.slice(0, MAX_UNKNOWN), ...routes.flatMap((route) => findRejected(route, parameters))];
}

function findUnknown(routes: readonly RouteSchema[], { route, field }: FieldAddress): ParameterViolation[] {
  const owners = route === null ? routes : routes.filter(({ path }) => path === route);
  if (owners.some((owner) => Object.hasOwn(propertiesOf(owner), field))) return [];
  if (route === null) return [{ route, field, rejectedBy: null, item: { loc: [field], ...UNKNOWN_FIELD } }];
  const problem = owners.length === 0 ? UNKNOWN_ROUTE : UNKNOWN_IN_ROUTE;
  return [{ route, field, rejectedBy: null, item: { loc: [route, field], ...problem } }];
}

/** Checks the values that a route reads. A value of all routes that this one overrides is not read. */
function findRejected(route: RouteSchema, parameters: Parameters): ParameterViolation[] {
  const section = sectionOf(parameters, route.path);
  return Object.entries(propertiesOf(route)).flatMap(([field, schema]) => {
    const own = Object.hasOwn(section, field);
    if (!own && !Object.hasOwn(parameters, field)) return [];
    const [owner, loc] = own ? [route.path, [route.path, field]] : [null, [field]];
    const items = checkValue(schema, own ? section[field] : parameters[field], loc);
    return items.map((item) => ({ route: owner, field, rejectedBy: route, item }));
  });
}

/** Nobody reads more. */
const MAX_UNKNOWN = 100;

const UNKNOWN_FIELD = { msg: 'No route has a configuration field of this name', type: 'extra_forbidden' };
const UNKNOWN_ROUTE = { msg: 'No route has this path', type: 'extra_forbidden' };
const UNKNOWN_IN_ROUTE = { msg: 'The route has no configuration field of this name', type: 'extra_forbidden' };

/**
 * What the schemas of the six kinds of fields are made of. A deployed schema is whatever an author has sent: other
 * keywords, such as a pattern, could make a check take for ever.
 */
const KEYWORDS = ['type', 'enum', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];

function checkValue(schema: Record<string, unknown>, value: unknown, loc: (string | number)[]): ValidationErrorItem[] {
  const structured = readStructuredKind(schema);
  if (structured !== null) {
    return checkStructured(structured, value).map(({ path, msg, type }) => ({ loc: [...loc, ...path], msg, type }));
  }
  const parsed = toChecked(schema).safeParse(value, REPORTED);
  return parsed.success ? [] : toValidationItems(parsed.error.issues, loc);
}

function toChecked(schema: Record<string, unknown>): z.ZodType {
  return z.fromJSONSchema(Object.fromEntries(Object.entries(schema).filter(([keyword]) => KEYWORDS.includes(keyword))));
}

/** Returns whether a route's fields have schemas that values can be checked by, such as no unknown type. */
export function hasCheckableFields({ config }: Pick<RouteSchema, 'config'>): boolean {
  const properties = z.record(z.string(), z.record(z.string(), z.unknown())).safeParse(config?.['properties'] ?? {});
  return properties.success && Object.values(properties.data).every(isCheckable);
}

function isCheckable(schema: Record<string, unknown>): boolean {
  try {
    toChecked(schema);
    return true;
  } catch {
    // It throws for what no JSON Schema has.
    return false;
  }
}
