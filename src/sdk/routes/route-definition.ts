import type * as z from 'zod';
import type { ConfigSchema } from '../config/config-schema.ts';
import type { InputSchema } from './route-call.ts';

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
