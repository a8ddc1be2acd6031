import { ROUTES_STEP, UserError } from '../../foundation/errors/wf-error.ts';
import { propertiesOf } from '../../contract/deployments/route-fields.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import { parseAssignments, splitAssignment, type FieldSchema } from '../arguments/parse-assignments.ts';

export interface RouteCall {
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Configuration values; missing ones have their default. */
  readonly config: Readonly<Record<string, unknown>>;
}

export interface ParseRouteCallOptions {
  /** `key=value` of `--input`; they override the file's. */
  readonly inputs: readonly string[];
  readonly inputFile: Readonly<Record<string, unknown>>;
  /** `key=value` of `--config`. */
  readonly config: readonly string[];
}

/**
 * Parses a route call from the command line, converting each value by the route's schemas.
 *
 * @throws {WF_USAGE} when an assignment is malformed
 * @throws {WF_INVALID_INPUT} when the route has no configuration
 */
export function parseRouteCall(
  { inputs, inputFile, config }: ParseRouteCallOptions,
  route: RouteSchema | undefined,
): RouteCall {
  if (route !== undefined) requireFields(route, config);
  const typed = parseAssignments({
    flag: '--input',
    assignments: inputs,
    fields: inputFields(route),
    // Without `additionalProperties`, the route rejects unknown fields.
    isOpen: (route?.input?.['additionalProperties'] ?? false) !== false,
  });
  return {
    inputs: { ...inputFile, ...typed },
    config: parseAssignments({
      flag: '--config',
      assignments: config,
      fields: route === undefined ? {} : propertiesOf(route),
    }),
  };
}

/** A route without a configuration would ignore the values. */
function requireFields(route: RouteSchema, config: readonly string[]): void {
  const [first] = config;
  if (first === undefined || Object.keys(propertiesOf(route)).length > 0) return;
  const [key] = splitAssignment('--config', first);
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `--config gives ${JSON.stringify(key)}, but the route ${route.path} has no configuration.`,
    nextSteps: [ROUTES_STEP],
  });
}

function inputFields(route: RouteSchema | undefined): Record<string, FieldSchema> {
  // An input schema is an object schema, checked when the bundle was read.
  return (route?.input?.['properties'] ?? {}) as Record<string, FieldSchema>;
}

/** Normalises a route's path: a leading slash, no trailing slash. */
export function toRoutePath(typed: string): string {
  const path = typed.replace(/\/+$/, '');
  return path.startsWith('/') ? path : `/${path}`;
}
