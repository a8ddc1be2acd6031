import type * as z from 'zod';
import type { ConfigSchema } from './config/config-schema.ts';
import { invalidWorkflow } from './schema/object-schema.ts';
import { markMethod } from './routes/collect-routes.ts';
import type { InputSchema, RouteCall, ValidFieldNames, ValidPath } from './routes/route-definition.ts';
import type { RouteOptions } from './routes/route.ts';

export type { RouteCall } from './routes/route-definition.ts';

/** Arguments of a decorated method, from the schemas of its decorator. @source seed §4.6 */
export type Call<
  O extends RouteOptions<ConfigSchema | undefined, InputSchema | undefined, z.core.$ZodType | undefined>,
> = RouteCall<
  O extends { readonly config: infer C extends ConfigSchema } ? C : undefined,
  O extends { readonly input: infer I extends InputSchema } ? I : undefined
>;

type MethodResult<O> = O extends z.core.$ZodType ? z.input<O> | Promise<z.input<O>> | AsyncIterable<unknown> : unknown;

type MethodDecorator<C extends ConfigSchema | undefined, I extends InputSchema | undefined, O> = <This>(
  method: (this: This, call: RouteCall<C, I>) => MethodResult<O>,
  context: ClassMethodDecoratorContext<This>,
) => void;

/**
 * Exposes a method as a route. Export the class, or an instance of it when its constructor takes arguments.
 *
 * @param path - a valid HTTP path with a leading slash
 * @param options - schemas of configuration, input and output
 * @returns a decorator for a method that takes `Call<typeof options>`
 * @throws {WF_WORKFLOW_INVALID} when the method is private
 * @source seed §4.6
 * @remarks A standard (TC39) decorator. Node cannot run it as source, so tests need a build step; `wf build` has one. A decorator provides no
 * contextual type, so annotate the parameter of the method; a wrong annotation does not compile.
 * @example
 * ```ts
 * import { configSchema } from 'wfkit';
 * import { type Call, route } from 'wfkit/decorators';
 * import * as z from 'zod';
 *
 * const schemas = {
 *   config: configSchema({ words: z.int().gte(1).lte(100).default(10) }),
 *   input: z.object({ text: z.string() }),
 * };
 *
 * export class Shortener {
 *   @route('/shorten', schemas)
 *   async shorten({ config, input }: Call<typeof schemas>) {
 *     return input.text.split(' ').slice(0, config.words).join(' ');
 *   }
 * }
 * ```
 */
export function route<
  C extends ConfigSchema | undefined = undefined,
  I extends InputSchema | undefined = undefined,
  O extends z.core.$ZodType | undefined = undefined,
  P extends `/${string}` = `/${string}`,
>(path: ValidPath<P>, options: RouteOptions<C, I, O> & ValidFieldNames<C, I>): MethodDecorator<C, I, O> {
  return (method, context) => {
    if (context.private) {
      throw invalidWorkflow(
        `Route ${path}: the method ${String(context.name)} is private, and the runtime cannot call it. Rename it without "#".`,
      );
    }
    markMethod(method, { path, options });
  };
}

/**
 * Exposes a method as the route at `/`.
 *
 * @param options - schemas of configuration, input and output
 * @returns a decorator for a method that takes `Call<typeof options>`
 * @throws {WF_WORKFLOW_INVALID} when the method is private
 * @source seed §4.6
 */
export function entrypoint<
  C extends ConfigSchema | undefined = undefined,
  I extends InputSchema | undefined = undefined,
  O extends z.core.$ZodType | undefined = undefined,
>(options: RouteOptions<C, I, O> & ValidFieldNames<C, I>): MethodDecorator<C, I, O> {
  return route<C, I, O>('/', options);
}
