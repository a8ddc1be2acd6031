import * as z from 'zod';
import { type ValidationErrorItem, REPORTED, toValidationItems } from '../../contract/validation/validation-error.ts';

/** The checked configuration or input of a call. */
export type ParsedObject =
  | { readonly ok: true; readonly value: Record<string, unknown> }
  | { readonly ok: false; readonly items: readonly ValidationErrorItem[] };

/** Checks the configuration or the input of a call; returns a promise only if the schema has asynchronous refinements. */
export type ObjectParser = (
  value: unknown,
  prefix: readonly (string | number)[],
) => ParsedObject | Promise<ParsedObject>;

/** Whether unknown fields fail the check (`reject`) or are dropped (`drop`). */
export type UnknownFields = 'reject' | 'drop';

/**
 * Creates the parser of a route's configuration or input.
 *
 * @param schema - an object schema, or `undefined` for an open record
 * @param unknownFields - used when the schema does not decide about unknown fields itself
 */
export function createObjectParser(schema: z.core.$ZodObject | undefined, unknownFields: UnknownFields): ObjectParser {
  const checked =
    schema === undefined ? OPEN_RECORD : unknownFields === 'reject' ? rejectUnknownFields(schema) : schema;
  let isAsync = false;
  const parseAsync: ObjectParser = async (value, prefix) => {
    const parsed = toParsedObject(await z.safeParseAsync(checked, value, REPORTED), prefix);
    isAsync = true;
    return parsed;
  };
  return (value, prefix) => {
    if (isAsync) return parseAsync(value, prefix);
    try {
      return toParsedObject(z.safeParse(checked, value, REPORTED), prefix);
    } catch {
      // An asynchronous refinement, or one that throws, which will throw again.
      return parseAsync(value, prefix);
    }
  };
}

/** Makes a schema reject unknown fields, unless it decides about them itself. */
export function rejectUnknownFields(schema: z.core.$ZodObject): z.core.$ZodObject {
  const definition = schema._zod.def;
  return definition.catchall === undefined ? z.clone(schema, { ...definition, catchall: z.never() }) : schema;
}

const OPEN_RECORD = z.looseObject({});

function toParsedObject(
  result: { success: true; data: Record<string, unknown> } | { success: false; error: z.core.$ZodError },
  prefix: readonly (string | number)[],
): ParsedObject {
  return result.success
    ? { ok: true, value: result.data }
    : { ok: false, items: toValidationItems(result.error.issues, prefix) };
}
