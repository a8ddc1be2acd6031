import type * as z from 'zod';
import type { NESTED_CONFIG, RESERVED_NAMES } from '../schema/input-schema.ts';

/** Refuses, at compile time, field names that are ambiguous in the body of a call. The type of the property says why. */
export type UsableNames<C, I> = Refuse<'input', NameOf<C> & NameOf<I>, 'is a configuration field, too: rename one'> &
  Refuse<'input', NameOf<I> & (typeof RESERVED_NAMES)[number], "is a word of the call's own: rename it"> &
  Refuse<'config', NameOf<C> & typeof NESTED_CONFIG, "is a word of the call's own: rename it">;

/** Refuses, at compile time, a path with an invalid character or with two slashes in a row. */
export type UsablePath<P extends string> = P extends `${string}${' ' | '?' | '#' | '{' | '}' | '//'}${string}`
  ? `"${P}" is no valid HTTP path`
  : P;

type Refuse<Part extends string, Name extends string, Why extends string> = [Name] extends [never]
  ? unknown
  : { readonly [P in Part]: `"${Name}" ${Why}` };

/** If the fields of a schema are not known, no name is refused. */
type NameOf<S> =
  S extends z.core.$ZodObject<infer Shape> ? (string extends keyof Shape ? never : keyof Shape & string) : never;
