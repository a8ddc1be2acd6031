import type * as z from 'zod';
import type { ConfigSchema } from '../config/config-schema.ts';
import type { UserError } from '../../foundation/errors/wf-error.ts';
import { invalidWorkflow, type NESTED_CONFIG, type RESERVED_NAMES } from '../schema/object-schema.ts';

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

/** Path segments of RFC 3986 §3.3: unreserved, escaped, sub-delims, ":" and "@". */
const SEGMENT = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})+$/;

/**
 * Checks the path of a route and removes its trailing slash.
 *
 * @throws {WF_WORKFLOW_INVALID} when the path is not a valid HTTP path
 * @source seed §4.6, RFC 3986 §3.3
 */
export function requireRoutePath(path: unknown): string {
  if (typeof path !== 'string' || !path.startsWith('/')) {
    throw invalid(path, 'it does not start with a slash', "Write a path like '/summarise'");
  }
  const trimmed = path.replace(/\/$/, '');
  for (const segment of trimmed.split('/').slice(1)) {
    if (segment === '') throw invalid(path, 'it has two slashes in a row', 'Remove one');
    if (/^(?:\.|%2e){1,2}$/i.test(segment)) throw invalid(path, `the segment "${segment}" is not allowed`, 'Remove it');
    if (!SEGMENT.test(segment)) throw invalid(path, reasonFor(segment), 'Use letters, digits, "-", "_" and "/"');
  }
  return trimmed === '' ? '/' : trimmed;
}

function reasonFor(segment: string): string {
  const invalidCharacter = Array.from(segment).find((character) => !SEGMENT.test(character)) ?? segment;
  return /\s/.test(invalidCharacter) ? 'it contains white space' : `it contains ${JSON.stringify(invalidCharacter)}`;
}

function invalid(path: unknown, problem: string, remedy: string): UserError {
  return invalidWorkflow(`Route ${JSON.stringify(path)}: this is not a valid HTTP path: ${problem}. ${remedy}.`);
}

/** Rejects, at compile time, field names that are ambiguous in the body of a call. The property's type says why. */
export type ValidFieldNames<C, I> = Refuse<
  'input',
  NameOf<C> & NameOf<I>,
  'is also a configuration field: rename one'
> &
  Refuse<'input', NameOf<I> & (typeof RESERVED_NAMES)[number], 'is reserved in the body of a call: rename it'> &
  Refuse<'config', NameOf<C> & typeof NESTED_CONFIG, 'is reserved in the body of a call: rename it'>;

/** Rejects, at compile time, a path with an invalid character or two slashes in a row. */
export type ValidPath<P extends string> = P extends `${string}${' ' | '?' | '#' | '{' | '}' | '//'}${string}`
  ? `"${P}" is not a valid HTTP path`
  : P;

type Refuse<Part extends string, Name extends string, Why extends string> = [Name] extends [never]
  ? unknown
  : { readonly [P in Part]: `"${Name}" ${Why}` };

/** If the fields of a schema are unknown, every name is allowed. */
type NameOf<S> =
  S extends z.core.$ZodObject<infer Shape> ? (string extends keyof Shape ? never : keyof Shape & string) : never;
