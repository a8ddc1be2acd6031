import type * as z from 'zod';
import type { UserError } from '../../foundation/errors/wf-error.ts';
import { invalidWorkflow, type NESTED_CONFIG, type RESERVED_NAMES } from '../schema/object-schema.ts';

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
