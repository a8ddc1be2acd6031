import type * as z from 'zod';
import type { ConfigSchema } from '../config/config-schema.ts';

/** A zod object that describes a route's inputs; fields may be of any kind, and optional. */
export type InputSchema = z.core.$ZodObject;

/** The configuration a handler gets: as its schema says, or an open record without one. */
export type ConfigOf<C extends ConfigSchema | undefined> = C extends ConfigSchema
  ? z.output<C>
  : Record<string, unknown>;

/** The inputs a handler gets: as their schema says, or an open record without one. */
export type InputOf<I extends InputSchema | undefined> = I extends InputSchema ? z.output<I> : Record<string, unknown>;

/** What a handler is called with. */
export interface RouteCall<
  C extends ConfigSchema | undefined = undefined,
  I extends InputSchema | undefined = undefined,
> {
  /** The configuration, checked, with defaults filled in. */
  readonly config: ConfigOf<C>;
  /** The inputs, checked. */
  readonly input: InputOf<I>;
  /** Fires when the caller leaves or the call is over its time limit: pass it on to whatever the handler waits for. */
  readonly signal: AbortSignal;
}

/** What `route.invoke` is called with. */
export interface RouteInvocation<C extends ConfigSchema | undefined, I extends InputSchema | undefined> {
  /** Fields that differ from their defaults. */
  readonly config?: C extends ConfigSchema ? z.input<C> : Record<string, unknown>;
  readonly input: I extends InputSchema ? z.input<I> : Record<string, unknown> | undefined;
  readonly signal?: AbortSignal;
}

/** Arguments of `route.invoke`: none are needed where nothing is required. */
export type InvokeArguments<
  C extends ConfigSchema | undefined,
  I extends InputSchema | undefined,
> = I extends InputSchema
  ? object extends z.input<I>
    ? [invocation?: Partial<RouteInvocation<C, I>>]
    : [invocation: RouteInvocation<C, I>]
  : [invocation?: Partial<RouteInvocation<C, I>>];
