import * as z from 'zod';
import type { JsonSchema, RouteSchema } from '../../contract/deployments/route-schema.ts';
import { messageOf, UserError } from '../../foundation/errors/wf-error.ts';
import { defaultsOf, toConfigJsonSchema } from '../config/config-json-schema.ts';
import { invalidWorkflow, rejectUnknownFields } from '../schema/object-schema.ts';
import { isRoute, type RouteDefinition } from './route-definition.ts';
import { createRoute, type ErasedRouteOptions } from './route.ts';

/** A route and the name it is exported under. */
export interface CollectedRoute {
  readonly name: string;
  readonly route: RouteDefinition;
}

/**
 * Finds the routes among a module's exports: `route()` values, and decorated methods of exported classes and instances.
 *
 * @param module - a module's namespace, or any record of its exports
 * @returns the routes by path, so that the order is stable; empty when the module exports none
 * @throws {WF_WORKFLOW_INVALID} when two routes share a path
 * @source seed §2.9, §4.6
 */
export function collectRoutes(module: Readonly<Record<string, unknown>>): CollectedRoute[] {
  const found = Object.keys(module)
    .toSorted(byNameDefaultLast)
    .flatMap((name) => routesOf(name, module[name]));
  // The same route may be exported twice, for example also as the default export.
  const routes = found.filter(({ route }, index) => found.findIndex((other) => other.route === route) === index);
  requireDistinctPaths(routes);
  return routes.toSorted((a, b) => compare(a.route.path, b.route.path));
}

function routesOf(name: string, value: unknown): CollectedRoute[] {
  if (isRoute(value)) return [{ name, route: value }];
  return decoratedRoutes(value).map(({ method, route }) => ({ name: `${name}.${method}`, route }));
}

function byNameDefaultLast(a: string, b: string): number {
  if (a === 'default') return 1;
  return b === 'default' ? -1 : compare(a, b);
}

/** Compares distinct texts by code unit, which does not depend on the locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : 1;
}

function requireDistinctPaths(routes: readonly CollectedRoute[]): void {
  const seen = new Map<string, string>();
  for (const { name, route } of routes) {
    const other = seen.get(route.path);
    if (other !== undefined) {
      throw invalidWorkflow(
        `Route ${route.path} is exported twice, as ${other} and as ${name}. Give one of them another path.`,
      );
    }
    seen.set(route.path, name);
  }
}

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
    const reason = messageOf(cause);
    throw new UserError({
      code: 'WF_WORKFLOW_INVALID',
      message: `${where}: the schema cannot be written as JSON Schema. ${reason}`,
      cause,
    });
  }
}

const DECORATED: unique symbol = Symbol.for('wf.decorated-route');

/** Data that a decorator stores on its method. */
interface Decoration {
  readonly path: string;
  readonly options: ErasedRouteOptions;
}

type Method = (this: unknown, ...args: never[]) => unknown;

/** Stores the path and the schemas of a route on its method. */
export function markMethod(method: object, decoration: Decoration): void {
  Object.defineProperty(method, DECORATED, { value: decoration });
}

/**
 * Returns the routes of the decorated methods of a class or an instance. A class is instantiated here, once and without
 * arguments; export an instance to pass arguments.
 *
 * @returns an empty list for any other value
 */
function decoratedRoutes(value: unknown): { readonly method: string; readonly route: RouteDefinition }[] {
  if (typeof value === 'object' && value !== null) return routesOn(value, value);
  if (typeof value !== 'function') return [];
  const prototype: unknown = value.prototype;
  const onClass = ownDecorations(value).map(([method, decoration]) => toRoute(value, method, decoration));
  if (typeof prototype !== 'object' || prototype === null || decorationsAlong(prototype).length === 0) return onClass;
  // A function with decorated methods on its prototype is a class.
  const instance = new (value as new () => object)();
  return [...onClass, ...routesOn(instance, prototype)];
}

function routesOn(instance: object, start: object) {
  return decorationsAlong(start).map(([method, decoration]) => toRoute(instance, method, decoration));
}

/** Decorated methods along the prototype chain; a method of a subclass hides that of its parent. */
function decorationsAlong(start: object): [string, Decoration][] {
  const found = new Map<string, Decoration>();
  for (let level: object | null = start; level !== null && level !== Object.prototype; level = parentOf(level)) {
    for (const [name, decoration] of ownDecorations(level)) if (!found.has(name)) found.set(name, decoration);
  }
  return [...found];
}

function parentOf(level: object): object | null {
  return Object.getPrototypeOf(level) as object | null; // a prototype is an object or null
}

function ownDecorations(level: object): [string, Decoration][] {
  return Object.entries(Object.getOwnPropertyDescriptors(level)).flatMap(([name, { value }]) => {
    // Only markMethod writes under this symbol. Accessors are not run: reading one may do anything.
    const decoration = typeof value === 'function' ? (value as { [DECORATED]?: Decoration })[DECORATED] : undefined;
    return decoration === undefined ? [] : [[name, decoration] as [string, Decoration]];
  });
}

function toRoute(instance: object, name: string, { path, options }: Decoration) {
  // The property holds a decorated method.
  const method = (instance as Readonly<Record<string, Method>>)[name] as (this: unknown, call: unknown) => unknown;
  return { method: name, route: createRoute(path, options, (call) => method.call(instance, call)) };
}
