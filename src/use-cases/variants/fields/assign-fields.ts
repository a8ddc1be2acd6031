import type { RouteSchema } from '../../../contract/deployments/route-schema.ts';
import {
  type FieldAddress,
  flattenParameters,
  hasValue,
  isRouteSection,
  listValues,
  mergeParameters,
  toAddress,
  withoutValue,
  withValue,
} from '../../../contract/variants/route-parameters.ts';
import type { Parameters } from '../../../contract/variants/variant.ts';
import { splitRoutes } from '../../../contract/deployments/route-fields.ts';
import { notFound } from '../../../foundation/closest-names.ts';
import { usageError, UserError } from '../../../foundation/errors/wf-error.ts';
import { shellWord } from '../../../foundation/shell-word.ts';
import { readFieldValue, splitAssignment } from '../../arguments/parse-assignments.ts';
import { findField } from './find-field.ts';

export interface FieldChanges {
  /** From a file: values by field, and by route and field. */
  readonly parameters: Parameters;
  /** `field=value` or `/route:field=value`; they override the file's. */
  readonly assignments: readonly string[];
  /** `field`, `/route:field`, or the path of a route for all values of it. */
  readonly unset?: readonly string[];
}

export interface AssignedFields {
  readonly parameters: Parameters;
  /** Keys of the parameters that the changes name. */
  readonly touched: readonly string[];
  /** Values from a file that may not mean what their author thinks; `null`: none. */
  readonly warning: string | null;
}

interface AssignedTo {
  /** Name of the variant, for messages. */
  readonly owner: string;
  /** The deployed routes; empty if the service does not store them. */
  readonly routes: readonly RouteSchema[];
  /** What is set so far, and the defaults of the code. */
  readonly whole?: Parameters;
}

/**
 * Applies what a user changes to what is set in a variant.
 *
 * @param before - what is set so far
 * @throws {WF_USAGE} for an invalid assignment, or a value that is both set and unset
 * @throws {WF_NOT_FOUND} for a value to unset that is not set
 * @throws {WF_INVALID_INPUT} for a field that does not exist, or is another one in each route
 */
export function assignFields(
  before: Parameters,
  { parameters, assignments, unset = [] }: FieldChanges,
  { owner, routes, whole = before }: AssignedTo,
): AssignedFields {
  const assigned = parseFieldAssignments(assignments, routes);
  requireOnce([...listValues(parameters), ...assigned], unset);
  const removed = unset.map((name) => findSet(before, name, { owner, whole }));
  const kept = removed.reduce(withoutValue, before);
  const merged = mergeParameters(kept, parameters);
  for (const one of assigned) requireReached(one, merged);
  const after = assigned.reduce((values, one) => withValue(values, one, one.value), merged);
  const named = [...removed, ...assigned].map(({ route, field }) => route ?? field);
  const touched = [...new Set([...Object.keys(parameters), ...named])];
  return { parameters: after, touched, warning: describeMixed(parameters, after, routes) };
}

interface Assigned extends FieldAddress {
  readonly value: unknown;
}

function parseFieldAssignments(assignments: readonly string[], routes: readonly RouteSchema[]): Assigned[] {
  const values = new Map<string, Assigned>();
  for (const assignment of assignments) {
    const [name, text] = splitAssignment('--set', assignment);
    const { schema, ...address } = findField('--set', name, routes);
    const key = toAddress(address);
    if (values.has(key)) throw usageError(`--set gives ${JSON.stringify(key)} twice.`);
    values.set(key, {
      route: address.route,
      field: address.field,
      value: readFieldValue(`--set ${key}`, text, schema),
    });
  }
  return [...values.values()];
}

function findSet(
  set: Parameters,
  name: string,
  { owner, whole }: Required<Pick<AssignedTo, 'owner' | 'whole'>>,
): FieldAddress {
  if (Object.hasOwn(set, name)) return { route: null, field: name };
  const address = listValues(set).find((value) => toAddress(value) === name);
  if (address !== undefined) return address;
  const available = Object.keys(flattenParameters({ ...whole, ...set }));
  if (!available.includes(name)) throw notFound({ kind: `parameter of ${owner}`, name, available });
  throw new UserError({
    code: 'WF_NOT_FOUND',
    message: `${owner} does not set ${name}: it has the code's default.`,
    nextSteps: [`wf variants show ${shellWord(owner)}`],
  });
}

function requireOnce(set: readonly FieldAddress[], unset: readonly string[]): void {
  const names = new Set(set.map(toAddress));
  const both = unset.find((name) => names.has(name));
  if (both !== undefined) throw usageError(`${JSON.stringify(both)} is both set and unset.`);
}

/** A value of all routes that routes override with their own would have no effect there. */
function requireReached({ route, field }: FieldAddress, stored: Parameters): void {
  const own = route === null ? ownValuesOf(field, stored) : [];
  if (own.length === 0) return;
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `--set ${field} would not reach every route: ${own.join(' and ')} ${own.length === 1 ? 'is' : 'are'} stored, and a route's own value wins.`,
    nextSteps: own.map((address) => `Add --unset ${address}`),
  });
}

function ownValuesOf(field: string, stored: Parameters): string[] {
  const sections = Object.entries(stored).filter(([key, value]) => isRouteSection(key, value));
  const owners = sections.map(([route]) => ({ route, field })).filter((address) => hasValue(stored, address));
  return owners.map(toAddress);
}

function describeMixed(given: Parameters, after: Parameters, routes: readonly RouteSchema[]): string | null {
  const shared = listValues(given).filter(({ route }) => route === null);
  const remarks = shared.flatMap(({ field }) => {
    const owners = splitRoutes(routes, field);
    const own = ownValuesOf(field, after);
    if (own.length > 0) return [`${field} does not apply where a route has its own value: ${own.join(', ')}.`];
    const addresses = owners.map((route) => toAddress({ route, field }));
    return owners.length === 0
      ? []
      : [`${field} applies to ${owners.join(' and ')}, which declare it differently: ${addresses.join(', ')}.`];
  });
  return remarks.length === 0 ? null : remarks.join(' ');
}
