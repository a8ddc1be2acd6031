import * as z from 'zod';
import type { JsonSchema, RouteSchema } from '../../contract/deployments/route-schema.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { type CollectedRoute, collectRoutes } from './collect-routes.ts';
import { defaultsOf, toConfigJsonSchema } from '../config/config-json-schema.ts';
import { rejectUnknownFields } from '../schema/object-parser.ts';

/**
 * Describes the inputs, configuration and output of a module's routes.
 *
 * @param module - a module's namespace, or any record of its exports
 * @returns one schema per route, by path
 * @throws {WF_WORKFLOW_INVALID} when two routes share a path, or a schema cannot be written as JSON Schema
 */
export function describeRoutes(module: Readonly<Record<string, unknown>>): RouteSchema[] {
  return collectRoutes(module).map(describeRoute);
}

/**
 * Describes the inputs, configuration and output of one route.
 *
 * @throws {WF_WORKFLOW_INVALID} when a schema cannot be written as JSON Schema
 */
export function describeRoute({ name, route }: CollectedRoute): RouteSchema {
  const { path, config, input, output } = route;
  return {
    path,
    name,
    config: config === undefined ? null : toConfigJsonSchema(config),
    input: input === undefined ? null : toJsonSchema(rejectUnknownFields(input), 'input', `Route ${path}, input`),
    output: output === undefined ? null : toJsonSchema(output, 'output', `Route ${path}, output`),
    defaults: config === undefined ? {} : defaultsOf(config),
  };
}

function toJsonSchema(schema: z.core.$ZodType, io: 'input' | 'output', where: string): JsonSchema {
  try {
    const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
    // Copies plain JSON, without zod's hidden property.
    return JSON.parse(JSON.stringify(rest)) as JsonSchema;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UserError({
      code: 'WF_WORKFLOW_INVALID',
      message: `${where}: the schema cannot be written as JSON Schema. ${reason}`,
      cause,
    });
  }
}
