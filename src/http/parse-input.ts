import type * as z from 'zod';
import { REPORTED, toValidationItems } from '../contract/validation/validation-error.ts';
import { type Parsed, refuse } from './refusal.ts';

/**
 * Checks a part of a request against its schema.
 *
 * @param where - the part, first in each item's `loc`: `path`, `query` or `body`
 * @returns the parsed value, or the refusal with one item per violation
 */
export function parseInput<S extends z.ZodType>(
  schema: S,
  value: unknown,
  where: 'path' | 'query' | 'body',
): Parsed<z.output<S>> {
  const parsed = schema.safeParse(value, REPORTED);
  return parsed.success
    ? { ok: true, value: parsed.data }
    : refuse(422, toValidationItems(parsed.error.issues, [where]));
}
