import { REPORTED, toValidationItems } from '../contract/validation/to-validation-items.ts';
import { ValidationErrorItem } from '../contract/validation/validation-error.ts';
import { isWfError, PreconditionError, statusOf, type WfError } from '../foundation/errors/wf-error.ts';
import { type Parsed, type Refusal, refuse } from './exchange.ts';
import type * as z from 'zod';

type Location = ValidationErrorItem['loc'];

/**
 * Converts a thrown value to a refusal. An unexpected error reveals only the request id, under which the server's log has
 * the rest.
 *
 * @param whole - the place of what is wrong with a request as a whole
 */
export function toRefusal(error: unknown, requestId: string, whole: Location = ['body']): Refusal {
  const status = isWfError(error) ? statusOf(error.code) : null;
  if (!isWfError(error) || status === null) {
    return { status: 500, detail: `The service failed to answer request ${requestId}. Its log says why.` };
  }
  if (status === 422) return { status, detail: itemsOf(error.details, error.message, whole) };
  if (error.name === PreconditionError.name) return { status: 412, detail: error.message };
  if (status === 409 && error.code !== 'WF_CONFLICT') return { status, detail: withDetails(error) };
  return { status, detail: error.message };
}

/** The code distinguishes it from other conflicts; the details say what to fix. */
function withDetails({ code, message, details }: WfError): Readonly<Record<string, unknown>> {
  return { code, message, ...(typeof details === 'object' ? details : {}) };
}

function itemsOf(details: unknown, message: string, loc: Location): readonly ValidationErrorItem[] {
  const items = ValidationErrorItem.array().min(1).safeParse(details);
  return items.success ? items.data : [{ loc, msg: message, type: 'value_error' }];
}

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
