import type * as z from 'zod';
import type { ConfigSchema } from '../config/config-schema.ts';
import type { InputSchema } from './route-call.ts';

/** Marks a route. `Symbol.for`, so that a route of another copy of the SDK is one, too. */
export const ROUTE: unique symbol = Symbol.for('wf.route');

/** A call as the runtime makes it, its types erased. */
export interface ErasedCall {
  readonly config: Record<string, unknown>;
  readonly input: Record<string, unknown>;
  readonly signal: AbortSignal;
}

/** A route, its types erased: what the runtime works with. */
export interface RouteDefinition {
  readonly [ROUTE]: true;
  /** Path with a leading slash and none at its end; `/` is the entrypoint. */
  readonly path: string;
  readonly config: ConfigSchema | undefined;
  readonly input: InputSchema | undefined;
  readonly output: z.core.$ZodType | undefined;
  readonly handler: (call: ErasedCall) => unknown;
}

/** Answers whether a value is a route, also one of another copy of the SDK. */
export function isRoute(value: unknown): value is RouteDefinition {
  return typeof value === 'object' && value !== null && (value as { [ROUTE]?: unknown })[ROUTE] === true;
}
