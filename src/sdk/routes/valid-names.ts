import type * as z from 'zod';
import type { NESTED_CONFIG, RESERVED_NAMES } from '../schema/input-schema.ts';

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
