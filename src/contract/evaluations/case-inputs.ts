import { isRecord, type UnknownRecord } from '../../foundation/record.ts';
import type { JsonSchema, RouteSchema } from '../deployments/route-schema.ts';
import type { Parameters } from '../variants/variant.ts';
import { parseExactNumbers } from '../validation/exact-json.ts';
import { findExcess } from '../../foundation/json/check-json.ts';

/** Reserved names in the body of a call. @source design §4 */
const RESERVED = new Set(['ag_config', 'environment', 'config', 'app']);

/** Column that names the cases unless somebody names another. */
export const CASE_COLUMN = 'case';

/** Lists the inputs that a route requires. */
export function requiredInputs({ input }: RouteSchema): string[] {
  const required = input?.['required'];
  const defaults = propertiesOf(input);
  if (!Array.isArray(required)) return [];
  return required.filter((name): name is string => typeof name === 'string' && !hasDefault(defaults[name]));
}

/**
 * Creates the function that reads a route's inputs from a row. A route without an input schema gets every column except
 * the expected answers, which it must not see.
 *
 * @param expectedColumns - columns that evaluators compare the output with
 */
export function caseInputs(
  route: RouteSchema,
  expectedColumns: ReadonlySet<string>,
): (row: UnknownRecord) => Parameters {
  const properties = propertiesOf(route.input);
  const names = Object.keys(properties);
  if (route.input === null || (names.length === 0 && route.input['additionalProperties'] !== false)) {
    return (row) =>
      Object.fromEntries(
        Object.entries(row).filter(([column]) => !expectedColumns.has(column) && !RESERVED.has(column)),
      );
  }
  const inputs = names.map((name) => ({ name, isText: acceptsText(properties[name]) }));
  return (row) => {
    const given: [string, unknown][] = [];
    for (const { name, isText } of inputs) {
      const value = Object.hasOwn(row, name) ? toInput(row[name], isText) : undefined;
      if (value !== undefined) given.push([name, value]);
    }
    return Object.fromEntries(given);
  };
}

/**
 * Cells of a csv are text: where the input is a number, boolean, list or object, the cell is parsed as JSON. A number that
 * a double cannot hold stays text, which the route refuses: it would run with another number.
 */
function toInput(cell: unknown, isText: boolean): unknown {
  if (typeof cell !== 'string' || isText) return cell;
  return cell.trim() === '' ? undefined : parseCell(cell);
}

/** Text that is not JSON, or nested too deeply, stays text, and so does `null`. */
function parseCell(cell: string): unknown {
  if (findExcess(cell, {}) !== null) return cell;
  try {
    return parseExactNumbers(cell) ?? cell;
  } catch {
    return cell;
  }
}

function acceptsText(schema: unknown): boolean {
  // Part of a JSON Schema from the bundle's manifest; only `type` is read.
  const { type } = (schema ?? {}) as { type?: unknown };
  return typeof type !== 'string' && !Array.isArray(type) ? true : [type].flat().includes('string');
}

function propertiesOf(schema: JsonSchema | null): Readonly<Record<string, unknown>> {
  // A route's input schema is an object schema, checked when the bundle was read.
  return (schema?.['properties'] ?? {}) as Record<string, unknown>;
}

function hasDefault(schema: unknown): boolean {
  return isRecord(schema) && 'default' in schema;
}

/**
 * Names the columns with expected answers, which the route does not get.
 *
 * @param settings - those of each evaluator
 * @param chosen - the column of evaluators that name none
 */
export function expectedColumns(
  settings: readonly (Parameters | null | undefined)[],
  chosen = 'correct_answer',
): ReadonlySet<string> {
  const named = settings.flatMap((each) => {
    const key = each?.['correct_answer_key'];
    return typeof key === 'string' ? [key] : [];
  });
  return new Set([...named, chosen].map((name) => name.replace(/^testcase\./, '')));
}
