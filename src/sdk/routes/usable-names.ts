import type * as z from 'zod';
import type { NESTED_CONFIG, RESERVED_NAMES } from '../schema/input-schema.ts';

/** Refuses, at compile time, names of fields that a call's body could not tell apart. The property's type says why. */
export type UsableNames<C, I> = Refuse<'input', NameOf<C> & NameOf<I>, 'is a configuration field, too: rename one'> &
  Refuse<'input', NameOf<I> & (typeof RESERVED_NAMES)[number], "is a word of the call's own: rename it"> &
  Refuse<'config', NameOf<C> & typeof NESTED_CONFIG, "is a word of the call's own: rename it">;

/** Refuses, at compile time, a path with a character that stands in no path, or with two slashes in a row. */
export type UsablePath<P extends string> = P extends `${string}${' ' | '?' | '#' | '{' | '}' | '//'}${string}`
  ? `"${P}" is no valid HTTP path`
  : P;

type Refuse<Part extends string, Name extends string, Why extends string> = [Name] extends [never]
  ? unknown
  : { readonly [P in Part]: `"${Name}" ${Why}` };

/** Of a schema whose fields are not known, any name could be meant, and none is refused. */
type NameOf<S> =
  S extends z.core.$ZodObject<infer Shape> ? (string extends keyof Shape ? never : keyof Shape & string) : never;
