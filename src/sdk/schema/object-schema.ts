import * as z from 'zod';
import { REPORTED, toValidationItems } from '../../contract/validation/to-validation-items.ts';
import type { ValidationErrorItem } from '../../contract/validation/validation-error.ts';
import { userError, type UserError } from '../../foundation/errors/wf-error.ts';

/** Key for the nested configuration in the body of a playground call. @source facts §4.2 */
export const NESTED_CONFIG = 'ag_config';

/**
 * Keys in the body of a call that are never inputs: the nested configuration, and those that identify a configuration.
 *
 * @source design §4, facts §4.2
 */
export const RESERVED_NAMES = [NESTED_CONFIG, 'environment', 'config', 'app'] as const;

/** Checks an input schema. @throws {WF_WORKFLOW_INVALID} when it is not a zod object, or a field has a reserved name */
export function requireInputSchema(schema: unknown, where: string): void {
  refuseZod3(schema, `${where}, input`);
  const definition = definitionOf(schema);
  if (definition?.type !== 'object' || definition.shape === undefined) {
    throw invalidWorkflow(`${where}: the input schema is not a zod object. Write it as z.object({ ... }).`);
  }
  const reserved = RESERVED_NAMES.find((name) => Object.hasOwn(definition.shape ?? {}, name));
  if (reserved === undefined) return;
  throw invalidWorkflow(
    `${where}: the input field "${reserved}" has a name that is reserved in the body of a call (${RESERVED_NAMES.join(', ')}). Rename it.`,
  );
}

/** Creates the error about a rule that a workflow's code breaks. */
export function invalidWorkflow(message: string): UserError {
  return userError('WF_WORKFLOW_INVALID', message);
}

/** Every schema of zod 3 names its kind there. */
const ZOD_3 = '_def';

/**
 * Refuses a schema of zod 3, which the SDK cannot read.
 *
 * @param where - whose schema it is, for messages
 * @throws {WF_WORKFLOW_INVALID} with the imports that bring zod 4
 */
export function refuseZod3(schema: unknown, where: string): void {
  if (typeof schema !== 'object' || schema === null || '_zod' in schema || !(ZOD_3 in schema)) return;
  throw userError('WF_WORKFLOW_INVALID', `${where} is a schema of zod 3, and wf takes those of zod 4.`, [
    "import * as z from 'zod/v4', which zod 3.25 has, too",
    "npm install zod4@npm:zod@4, and import * as z from 'zod4': TypeScript and an older zod need it",
  ]);
}

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
type UnknownFields = 'reject' | 'drop';

/**
 * Creates the parser of a route's configuration or input.
 *
 * @param schema - an object schema, or `undefined` for an open record
 * @param unknownFields - used when the schema does not decide about unknown fields itself
 */
export function createObjectParser(schema: z.core.$ZodObject | undefined, unknownFields: UnknownFields): ObjectParser {
  const checked =
    schema === undefined ? z.looseObject({}) : unknownFields === 'reject' ? rejectUnknownFields(schema) : schema;
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

function toParsedObject(
  result: { success: true; data: Record<string, unknown> } | { success: false; error: z.core.$ZodError },
  prefix: readonly (string | number)[],
): ParsedObject {
  return result.success
    ? { ok: true, value: result.data }
    : { ok: false, items: toValidationItems(result.error.issues, prefix) };
}

/** The parts of a zod definition that the rules read. */
export interface Definition {
  readonly type: string;
  readonly innerType?: z.core.$ZodType;
  readonly defaultValue?: unknown;
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly format?: string;
  readonly coerce?: boolean;
  readonly checks?: readonly z.core.$ZodCheck[];
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly catchall?: z.core.$ZodType;
}

/**
 * Returns the definition of a zod 4 schema from any copy of zod. Authors may have a different copy than ours, so
 * `instanceof` does not work.
 *
 * @returns `null` when the value is not a zod 4 schema
 */
export function definitionOf(schema: unknown): Definition | null {
  if (typeof schema !== 'object' || schema === null || !('_zod' in schema)) return null;
  // Every zod 4 schema has its definition in this property.
  return (schema as { readonly _zod: { readonly def: Definition } })._zod.def;
}
