import type * as z from 'zod';
import { type ConfigSchema, requireConfigSchema } from '../config/config-schema.ts';
import { invalidWorkflow, NESTED_CONFIG, refuseZod3, requireInputSchema } from '../schema/object-schema.ts';
import { invokeRoute } from './call-handler.ts';
import {
  type InputSchema,
  type InvokeArguments,
  requireRoutePath,
  ROUTE,
  type RouteCall,
  type RouteDefinition,
  type ValidFieldNames,
  type ValidPath,
} from './route-definition.ts';

/** Schemas of a route; all are optional. @source seed §4.6 */
export interface RouteOptions<
  C extends ConfigSchema | undefined = undefined,
  I extends InputSchema | undefined = undefined,
  O extends z.core.$ZodType | undefined = undefined,
> {
  /** Schema of the configuration, which users can tune. @defaultValue an open record */
  readonly config?: C;
  /** Schema of the inputs of a call. @defaultValue an open record */
  readonly input?: I;
  /** Schema of the answer; an invalid answer fails the call. @defaultValue any JSON value */
  readonly output?: O;
}

/** A stage of a workflow, served as endpoints. @source seed §4.6 */
export interface Route<
  C extends ConfigSchema | undefined = undefined,
  I extends InputSchema | undefined = undefined,
  A = unknown,
> extends RouteDefinition {
  /** Schema of the configuration; `undefined` accepts any fields. */
  readonly config: C;
  /** Schema of the inputs; `undefined` accepts any fields. */
  readonly input: I;
  /**
   * Calls the route in this process, for its tests: checks configuration and input, fills in defaults and enters the
   * routing context.
   *
   * @param args - `{config, input, signal}`; optional if no input is required
   * @returns the handler's answer
   * @throws {WF_INVALID_INPUT} when configuration or input does not fit its schema
   * @throws {WF_ROUTE_FAILED} when the answer does not fit the output schema
   */
  invoke(...args: InvokeArguments<C, I>): Promise<A>;
}

/** A handler with an output schema: it returns a value that fits the schema, or a stream whose collected items do. */
type CheckedHandler<
  C extends ConfigSchema | undefined,
  I extends InputSchema | undefined,
  O extends z.core.$ZodType,
> = (call: RouteCall<C, I>) => z.input<O> | Promise<z.input<O>> | AsyncIterable<unknown>;

/**
 * Exposes a stage of a workflow as the endpoints `POST /playground/run{path}` and `POST /run{path}`.
 *
 * @param path - a valid HTTP path with a leading slash; `/` is the entrypoint
 * @param options - schemas of configuration, input and output
 * @param handler - receives `{config, input, signal}` and returns the answer, or an async iterable to stream it
 * @returns the route; the bundle serves it if the module exports it
 * @throws {WF_WORKFLOW_INVALID} when the path or a schema breaks a rule, or a name is both a configuration and an input
 * field
 * @source seed §4.6, §2.9
 * @example
 * ```ts
 * import { configSchema, route } from 'wfkit';
 * import * as z from 'zod';
 *
 * const Shortening = configSchema({ words: z.int().gte(1).lte(100).default(10) });
 *
 * export const shorten = route('/shorten', { config: Shortening, input: z.object({ text: z.string() }) }, async ({
 * config, input }) =>
 *   input.text.split(' ').slice(0, config.words).join(' '),
 * );
 * ```
 */
export function route<
  C extends ConfigSchema | undefined = undefined,
  I extends InputSchema | undefined = undefined,
  O extends z.core.$ZodType = z.core.$ZodType,
  P extends `/${string}` = `/${string}`,
>(
  path: ValidPath<P>,
  options: RouteOptions<C, I, O> & { readonly output: O } & ValidFieldNames<C, I>,
  handler: CheckedHandler<C, I, O>,
): Route<C, I, z.output<O>>;
export function route<
  R,
  C extends ConfigSchema | undefined = undefined,
  I extends InputSchema | undefined = undefined,
  P extends `/${string}` = `/${string}`,
>(
  path: ValidPath<P>,
  options: RouteOptions<C, I> & ValidFieldNames<C, I>,
  handler: (call: RouteCall<C, I>) => R | Promise<R>,
): Route<C, I, R>;
export function route(path: string, options: ErasedRouteOptions, handler: RouteDefinition['handler']): Route {
  return createRoute(path, options, handler);
}

/** Schemas of a route with erased types. */
export type ErasedRouteOptions = Partial<Pick<RouteDefinition, 'config' | 'input' | 'output'>>;

/** Checks the parts of a route and assembles them. @throws {WF_WORKFLOW_INVALID} as `route` does */
export function createRoute(
  path: string,
  { config, input, output }: ErasedRouteOptions,
  handler: RouteDefinition['handler'],
): Route {
  const served = requireRoutePath(path);
  const where = `Route ${served}`;
  if (config !== undefined) {
    requireConfigSchema(config, `${where}, configuration`);
    requireFreeName(config, where);
  }
  if (input !== undefined) requireInputSchema(input, where);
  refuseZod3(output, `${where}, output`);
  requireDisjointNames(config, input, where);
  requireHandler(handler, where);
  const definition: RouteDefinition = { [ROUTE]: true, path: served, config, input, output, handler };
  // Without type arguments, the type is a route without schemas; `route` returns the typed view.
  return { ...definition, invoke: (invocation) => invokeRoute(definition, invocation ?? {}) } as Route;
}

function requireFreeName(config: ConfigSchema, where: string): void {
  if (!Object.hasOwn(config._zod.def.shape, NESTED_CONFIG)) return;
  throw invalidWorkflow(
    `${where}: the configuration field "${NESTED_CONFIG}" has the name of the nested configuration in the body of a call. Rename it.`,
  );
}

function requireDisjointNames(config: ConfigSchema | undefined, input: InputSchema | undefined, where: string): void {
  if (config === undefined || input === undefined) return;
  const shared = Object.keys(config._zod.def.shape).find((name) => Object.hasOwn(input._zod.def.shape, name));
  if (shared === undefined) return;
  throw invalidWorkflow(
    `${where}: "${shared}" is a configuration field and an input field. A call sends both in one object: rename one.`,
  );
}

function requireHandler(handler: unknown, where: string): void {
  if (typeof handler === 'function') return;
  throw invalidWorkflow(
    `${where}: the handler is ${handler === null ? 'null' : typeof handler}; expected a function. Write route(path, options, handler).`,
  );
}

/**
 * Creates the route at `/`, served as `POST /generate` and `/playground/run` for the playground, `POST /generate_deployed`
 * and `/run` for deployments.
 *
 * @param options - schemas of configuration, input and output
 * @param handler - receives `{config, input, signal}` and returns the answer, or an async iterable to stream it
 * @returns the route; the bundle serves it if the module exports it
 * @throws {WF_WORKFLOW_INVALID} as `route` does
 * @source seed §4.6
 * @example
 * ```ts
 * import { configSchema, entrypoint } from 'wfkit';
 * import * as z from 'zod';
 *
 * const Greeting = configSchema({ word: z.string().default('Hello') });
 *
 * export default entrypoint({ config: Greeting }, async ({ config }) => config.word);
 * ```
 */
export function entrypoint<
  C extends ConfigSchema | undefined = undefined,
  I extends InputSchema | undefined = undefined,
  O extends z.core.$ZodType = z.core.$ZodType,
>(
  options: RouteOptions<C, I, O> & { readonly output: O } & ValidFieldNames<C, I>,
  handler: CheckedHandler<C, I, O>,
): Route<C, I, z.output<O>>;
export function entrypoint<
  R,
  C extends ConfigSchema | undefined = undefined,
  I extends InputSchema | undefined = undefined,
>(
  options: RouteOptions<C, I> & ValidFieldNames<C, I>,
  handler: (call: RouteCall<C, I>) => R | Promise<R>,
): Route<C, I, R>;
export function entrypoint(options: ErasedRouteOptions, handler: RouteDefinition['handler']): Route {
  return createRoute('/', options, handler);
}
