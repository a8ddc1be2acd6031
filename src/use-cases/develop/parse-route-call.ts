import { propertiesOf } from '../../contract/deployments/check-parameters.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import { parseAssignments, type FieldSchema } from '../arguments/parse-assignments.ts';

/** What a call of a route carries. */
export interface RouteCall {
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Configuration values; what is left out has its default. */
  readonly config: Readonly<Record<string, unknown>>;
}

export interface ParseRouteCallOptions {
  /** `key=value` of `--input`, over those of the file. */
  readonly inputs: readonly string[];
  /** Inputs of a file. */
  readonly inputFile: Readonly<Record<string, unknown>>;
  /** `key=value` of `--config`. */
  readonly config: readonly string[];
}

/**
 * Reads a call from the command line, each value as the route's schemas want it.
 *
 * @throws {WF_USAGE} when an assignment is malformed
 */
export function parseRouteCall(
  { inputs, inputFile, config }: ParseRouteCallOptions,
  route: RouteSchema | undefined,
): RouteCall {
  const typed = parseAssignments({
    flag: '--input',
    assignments: inputs,
    fields: inputFields(route),
    // Where the schema says nothing, the route refuses what it does not name.
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

function inputFields(route: RouteSchema | undefined): Record<string, FieldSchema> {
  // An input schema is an object schema, checked when the bundle was read.
  return (route?.input?.['properties'] ?? {}) as Record<string, FieldSchema>;
}

/** Writes a route's path as the interface has it: a leading slash, none at the end. */
export function toRoutePath(typed: string): string {
  const path = typed.replace(/\/+$/, '');
  return path.startsWith('/') ? path : `/${path}`;
}
