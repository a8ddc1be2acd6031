import { readStructuredKind } from '../../contract/deployments/kinds/structured-kind.ts';
import { closestNames } from '../../foundation/closest-names.ts';
import { usageError, userError, UserError } from '../../foundation/errors/wf-error.ts';
import { locateJsonError } from '../../foundation/json/check-json.ts';
import { parseExactNumbers } from '../../contract/validation/exact-json.ts';
import { parseJson } from '../../contract/validation/parse-json.ts';

export type FieldSchema = Readonly<Record<string, unknown>>;

export interface ParseAssignmentsOptions {
  /** Where they were written, as in `--set`. */
  readonly flag: string;
  readonly assignments: readonly string[];
  /** Schemas of the fields that are known, by name. */
  readonly fields?: Readonly<Record<string, FieldSchema>>;
  /** Whether other fields are accepted too. */
  readonly isOpen?: boolean;
}

/**
 * Reads `key=value` texts. A value that is JSON of a number, boolean, null, object or list becomes that, unless the
 * field is a string; anything else stays text. Everything after the first `=` belongs to the value.
 *
 * @throws {WF_USAGE} when there is no `=`, no key, or a key twice
 * @throws {WF_INVALID_INPUT} for a key that looks like a misspelt field
 */
export function parseAssignments(options: ParseAssignmentsOptions): Record<string, unknown> {
  const { flag, assignments, fields = {}, isOpen = false } = options;
  const values = new Map<string, unknown>();
  for (const assignment of assignments) {
    const [key, text] = splitAssignment(flag, assignment);
    if (values.has(key)) throw usageError(`${flag} gives ${JSON.stringify(key)} twice.`);
    if (!isOpen) refuseSlip(flag, key, Object.keys(fields));
    const schema = Object.hasOwn(fields, key) ? fields[key] : undefined;
    values.set(key, readFieldValue(`${flag} ${key}`, text, schema));
  }
  return Object.fromEntries(values);
}

/** Splits `key=value` at its first `=`. */
export function splitAssignment(flag: string, assignment: string): [key: string, text: string] {
  const at = assignment.indexOf('=');
  if (at === -1) throw usageError(`${flag} ${JSON.stringify(assignment)} has no "=". Write it as ${flag} key=value.`);
  const key = assignment.slice(0, at).trim();
  if (key === '')
    throw usageError(`${flag} ${JSON.stringify(assignment)} has no key before "=". Write it as ${flag} key=value.`);
  return [key, assignment.slice(at + 1)];
}

/** The receiver of the values checks the keys; here we only catch likely misspellings. */
function refuseSlip(flag: string, key: string, known: readonly string[]): void {
  const near = known.includes(key) ? [] : closestNames(key, known);
  if (near.length === 0) return;
  const message = `${flag} has no field ${JSON.stringify(key)} to give a value. Did you mean ${near.join(' or ')}?`;
  throw new UserError({ code: 'WF_INVALID_INPUT', message });
}

/**
 * Reads the value of a field. Messages, tools and schemas are JSON, so the error says where theirs is not.
 *
 * @param where - the flag and the field, for messages
 * @throws {WF_INVALID_INPUT} when such a value is not JSON
 */
export function readFieldValue(where: string, text: string, schema: FieldSchema | undefined): unknown {
  const value = parseValue(text, schema);
  if (typeof value !== 'string' || schema === undefined || readStructuredKind(schema) === null) return value;
  throw userError('WF_INVALID_INPUT', `${where} takes JSON, ${describeMistake(text)}.`, [
    `${where}=@FILE reads it from a file`,
  ]);
}

function describeMistake(text: string): string {
  if (parseJson(text) !== undefined) return 'a list or an object, and not a text';
  const { line, column } = locateJsonError(text);
  return `and the value is not JSON at line ${line}, column ${column}`;
}

export function parseValue(text: string, schema: FieldSchema | undefined): unknown {
  if (schema !== undefined && isStringField(schema)) return text;
  const value = parseExact(text);
  return value === undefined || typeof value === 'string' ? text : value;
}

function isStringField(schema: FieldSchema): boolean {
  if (schema['type'] === 'string') return true;
  return Array.isArray(schema['enum']) && schema['enum'].every((choice) => typeof choice === 'string');
}

/** Keeps numbers of twenty digits as they were typed, also within a list; `undefined` for a text that is not JSON. */
function parseExact(text: string): unknown {
  try {
    return parseExactNumbers(text);
  } catch {
    return undefined;
  }
}
