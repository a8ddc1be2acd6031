import { createRoute, type ErasedRouteOptions } from './route.ts';
import type { RouteDefinition } from './route-definition.ts';

const DECORATED: unique symbol = Symbol.for('wf.decorated-route');

/** Data that a decorator stores on its method. */
export interface Decoration {
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
export function decoratedRoutes(value: unknown): { readonly method: string; readonly route: RouteDefinition }[] {
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
