import * as z from 'zod';
import type { ValidationErrorItem } from '../../contract/validation/validation-error.ts';
import { REPORTED, toValidationItems } from '../../contract/validation/to-validation-items.ts';

/** A checked part of a call. */
export type ParsedPart =
  | { readonly ok: true; readonly value: Record<string, unknown> }
  | { readonly ok: false; readonly items: readonly ValidationErrorItem[] };

/** Checks a part of a call; returns a promise only if the schema has asynchronous refinements. */
export type PartParser = (value: unknown, prefix: readonly (string | number)[]) => ParsedPart | Promise<ParsedPart>;

/** Whether unknown fields fail the check (`refuse`) or are dropped (`drop`). */
export type UnknownFields = 'refuse' | 'drop';

/**
 * Compiles a schema into a check of one part of a call.
 *
 * @param schema - an object schema, or `undefined` for an open record
 * @param unknownFields - used when the schema does not decide about unknown fields itself
 */
export function createPartParser(schema: z.core.$ZodObject | undefined, unknownFields: UnknownFields): PartParser {
  const checked = schema === undefined ? OPEN_RECORD : unknownFields === 'refuse' ? refusing(schema) : schema;
  const compiled = z.compile(checked);
  let isAsync = false;
  const parseAsync: PartParser = async (value, prefix) => {
    const part = toPart(await z.safeParseAsync(checked, value, REPORTED), prefix);
    isAsync = true;
    return part;
  };
  return (value, prefix) => {
    if (isAsync) return parseAsync(value, prefix);
    try {
      const fast = z.safeParse(compiled, value);
      return fast.success ? { ok: true, value: fast.data } : explain(checked, value, prefix);
    } catch {
      // An asynchronous refinement, or one that throws, which will throw again.
      return parseAsync(value, prefix);
    }
  };
}

/** Makes a schema reject unknown fields, unless it decides about them itself. */
export function refusing(schema: z.core.$ZodObject): z.core.$ZodObject {
  const definition = schema._zod.def;
  return definition.catchall === undefined ? z.clone(schema, { ...definition, catchall: z.never() }) : schema;
}

const OPEN_RECORD = z.looseObject({});

/** A compiled schema only reports that a value is invalid; the schema itself reports where and why. */
function explain(schema: z.core.$ZodObject, value: unknown, prefix: readonly (string | number)[]): ParsedPart {
  return toPart(z.safeParse(schema, value, REPORTED), prefix);
}

function toPart(
  result: { success: true; data: Record<string, unknown> } | { success: false; error: z.core.$ZodError },
  prefix: readonly (string | number)[],
): ParsedPart {
  return result.success
    ? { ok: true, value: result.data }
    : { ok: false, items: toValidationItems(result.error.issues, prefix) };
}
