import type { ParameterBreak } from '../deployment.ts';
import { findViolations, type ParameterViolation } from '../check-parameters.ts';
import { propertiesOf, fieldNamesOf, type FieldSchema } from '../route-fields.ts';
import type { RouteSchema } from '../route-schema.ts';
import { type FieldAddress, toAddress, valueAt } from '../../variants/route-parameters.ts';
import type { Parameters } from '../../variants/variant.ts';
import { suggestMigrations } from './suggest-migrations.ts';
import { isTypeError } from '../../validation/to-validation-items.ts';

/** A stored revision and the environment that runs it. */
export interface StoredConfiguration {
  /** `null` if no environment runs it. */
  readonly environment: string | null;
  /** Whether the environment will run it with the new code after this deployment. */
  readonly isDeployed: boolean;
  readonly variant_id: string;
  readonly variant_name: string;
  readonly revision: number;
  readonly parameters: Parameters;
  /** Routes of the code that it runs with now. */
  readonly routes: readonly RouteSchema[];
}

export interface FindBreaksOptions {
  /** Routes of the newest deployed code, which playground calls use; `null` if there is none. */
  readonly current: readonly RouteSchema[] | null;
  readonly next: readonly RouteSchema[];
}

/**
 * Finds the stored values that the new code rejects: none exactly if `checkParameters` accepts the configuration.
 *
 * @param parameters - the parameters after migrations; whether a value was rejected before is checked on the stored
 * ones
 */
export function findBreaks(
  configuration: StoredConfiguration,
  { current, next }: FindBreaksOptions,
  parameters: Parameters = configuration.parameters,
): ParameterBreak[] {
  const { environment, variant_id, variant_name, revision, routes } = configuration;
  const violations = findViolations(next, parameters);
  if (violations.length === 0) return [];
  const refused = current === null ? [] : findViolations(current, configuration.parameters);
  const refusedNow = new Set(refused.map(toAddress));
  return violations.map((violation) => {
    const field = toAddress(violation);
    const value = valueAt(parameters, violation);
    const place = { environment, variant_id, variant_name, revision, route: violation.rejectedBy?.path ?? null };
    const rule = { field, value, ...ruleOf(violation, routes) };
    return {
      severity: severityOf(configuration, refusedNow.has(field)),
      ...place,
      ...rule,
      message: describeBreak({
        ...place,
        ...rule,
        isDeployed: configuration.isDeployed,
        wasField: hasField(routes, violation),
        reason: violation.item.msg,
        ownRoute: violation.route,
        hasOwnRoute: next.some(({ path }) => path === violation.route),
        hasOtherRoutes: next.length > 1,
      }),
      suggestions: suggestMigrations({
        address: violation,
        value,
        rejectedBy: violation.rejectedBy?.path ?? null,
        before: routes,
        after: next,
      }),
    };
  });
}

function severityOf(
  { environment, isDeployed }: StoredConfiguration,
  isRefusedNow: boolean,
): ParameterBreak['severity'] {
  if (environment === null) return 'idle';
  if (isDeployed) return 'fatal';
  return isRefusedNow ? 'known' : 'breaking';
}

/** Whether some route had the field; for a value of one route, that route. */
function hasField(routes: readonly RouteSchema[], { route, field }: FieldAddress): boolean {
  return fieldNamesOf(route === null ? routes : routes.filter(({ path }) => path === route)).includes(field);
}

function ruleOf(
  { rejectedBy, field, item }: ParameterViolation,
  routes: readonly RouteSchema[],
): Pick<ParameterBreak, 'keyword' | 'before' | 'after'> {
  const before = findSchema(routes, field, rejectedBy?.path ?? null);
  const after = rejectedBy === null ? null : findSchema([rejectedBy], field, rejectedBy.path);
  const keyword = KEYWORDS[item.type] ?? (isTypeError(item) ? 'type' : null);
  if (keyword === null) return { keyword, before, after };
  return { keyword, before: before?.[keyword] ?? null, after: after?.[keyword] ?? null };
}

/** JSON Schema keywords by the type of a 422's item. */
const KEYWORDS: Readonly<Record<string, string>> = {
  enum: 'enum',
  greater_than_equal: 'minimum',
  greater_than: 'exclusiveMinimum',
  less_than_equal: 'maximum',
  less_than: 'exclusiveMaximum',
};

/** Finds the field's schema in the same route, else in any route. */
function findSchema(routes: readonly RouteSchema[], field: string, path: string | null): FieldSchema | null {
  const having = routes.filter((route) => Object.hasOwn(propertiesOf(route), field));
  const route = having.find((one) => one.path === path) ?? having[0];
  return route === undefined ? null : (propertiesOf(route)[field] ?? null);
}

interface DescribeBreakOptions extends Omit<ParameterBreak, 'severity' | 'message' | 'suggestions' | 'variant_id'> {
  readonly isDeployed: boolean;
  /** Whether the code that the configuration was written for has the field. */
  readonly wasField: boolean;
  /** The route whose own value it is; `null` for a value of all routes. */
  readonly ownRoute: string | null;
  /** Whether the new code has that route. */
  readonly hasOwnRoute: boolean;
  /** The validation message, for rules without a message here. */
  readonly reason: string;
  /** Whether the message must name the route. */
  readonly hasOtherRoutes: boolean;
}

/** Describes a break: `production runs support@7: model = "gpt-4o" is no longer a choice`. */
function describeBreak(options: DescribeBreakOptions): string {
  const { field, value, route, ownRoute, hasOtherRoutes } = options;
  const owner = route === null || ownRoute !== null || !hasOtherRoutes ? '' : ` of ${route}`;
  return `${subjectOf(options)}: ${field}${owner} = ${brief(value)} ${verdictOf(options)}`;
}

function subjectOf({ environment, isDeployed, variant_name, revision }: DescribeBreakOptions): string {
  const configuration = `${variant_name}@${revision}`;
  if (environment === null) return `${configuration}, which no environment runs`;
  return `${environment} ${isDeployed ? 'would run' : 'runs'} ${configuration}`;
}

function verdictOf(options: DescribeBreakOptions): string {
  const { keyword, before, after, wasField, route, ownRoute, hasOwnRoute, reason } = options;
  const no = wasField ? 'is no longer' : 'is not';
  if (route === null && ownRoute === null) return `${no} a field of any route`;
  if (route === null) return hasOwnRoute ? `${no} a field of ${ownRoute}` : `is stored for a route that the code lacks`;
  if (keyword === 'enum') return `${no} a choice`;
  if (keyword === 'type') return `is not of type ${brief(after)}${was(before)}`;
  const bound = keyword === null ? undefined : BOUNDS[keyword];
  if (bound !== undefined) return `is ${bound} ${brief(after)}${was(before)}`;
  return `is rejected: ${reason}`;
}

const BOUNDS: Readonly<Record<string, string>> = {
  minimum: 'less than the minimum',
  exclusiveMinimum: 'not more than the exclusive minimum',
  maximum: 'more than the maximum',
  exclusiveMaximum: 'not less than the exclusive maximum',
};

function was(before: unknown): string {
  return before === null || before === undefined ? '' : ` (was ${brief(before)})`;
}

const MAX_LENGTH = 60;

/** Shortens a long value, such as a prompt. */
function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
