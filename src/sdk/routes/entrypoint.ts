import type * as z from 'zod';
import type { ConfigSchema } from '../config/config-schema.ts';
import type { InputSchema, RouteCall, RouteDefinition } from './route-definition.ts';
import { type CheckedHandler, createRoute, type ErasedRouteOptions, type Route, type RouteOptions } from './route.ts';
import type { ValidFieldNames } from './route-names.ts';

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
