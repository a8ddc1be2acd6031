import type * as z from 'zod';
import type { ConfigSchema } from '../config/config-schema.ts';

/** Marks a route. It uses `Symbol.for`, so that routes of another copy of the SDK are recognised. */
export const ROUTE: unique symbol = Symbol.for('wf.route');

/** A call by the runtime, with erased types. */
export interface ErasedCall {
  readonly config: Record<string, unknown>;
  readonly input: Record<string, unknown>;
  readonly signal: AbortSignal;
}

/** A route with erased types, for the runtime. */
export interface RouteDefinition {
  readonly [ROUTE]: true;
  /** Path with a leading and no trailing slash; `/` is the entrypoint. */
  readonly path: string;
  readonly config: ConfigSchema | undefined;
  readonly input: InputSchema | undefined;
  readonly output: z.core.$ZodType | undefined;
  readonly handler: (call: ErasedCall) => unknown;
}

/** Returns whether a value is a route, of this or another copy of the SDK. */
export function isRoute(value: unknown): value is RouteDefinition {
  return typeof value === 'object' && value !== null && (value as { [ROUTE]?: unknown })[ROUTE] === true;
}

/** A zod object that describes a route's inputs; fields may have any type and may be optional. @source seed §4.6 */
export type InputSchema = z.core.$ZodObject;

/** Configuration of a handler: typed by its schema, or an open record without one. */
type ConfigOf<C extends ConfigSchema | undefined> = C extends ConfigSchema ? z.output<C> : Record<string, unknown>;

/** Inputs of a handler: typed by their schema, or an open record without one. */
type InputOf<I extends InputSchema | undefined> = I extends InputSchema ? z.output<I> : Record<string, unknown>;

/** Arguments of a handler. @source seed §4.6 */
export interface RouteCall<
  C extends ConfigSchema | undefined = undefined,
  I extends InputSchema | undefined = undefined,
> {
  /** The checked configuration, with defaults filled in. */
  readonly config: ConfigOf<C>;
  /** The checked inputs. */
  readonly input: InputOf<I>;
  /** Fires when the caller cancels or the time limit expires. Pass it to everything that the handler awaits. */
  readonly signal: AbortSignal;
}

/** Argument of `route.invoke`. @source design §3 */
export interface RouteInvocation<C extends ConfigSchema | undefined, I extends InputSchema | undefined> {
  /** Fields that differ from their defaults. @defaultValue all defaults */
  readonly config?: C extends ConfigSchema ? z.input<C> : Record<string, unknown>;
  /** Inputs of the call. */
  readonly input: I extends InputSchema ? z.input<I> : Record<string, unknown> | undefined;
  /** Cancels the call. @defaultValue a signal that never fires */
  readonly signal?: AbortSignal;
}

/** Arguments of `route.invoke`; optional if no field is required. */
export type InvokeArguments<
  C extends ConfigSchema | undefined,
  I extends InputSchema | undefined,
> = I extends InputSchema
  ? object extends z.input<I>
    ? [invocation?: Partial<RouteInvocation<C, I>>]
    : [invocation: RouteInvocation<C, I>]
  : [invocation?: Partial<RouteInvocation<C, I>>];
