import type { JsonSchema, RouteSchema } from '../../contract/deployments/route-schema.ts';
import type { Parameters } from '../../contract/variants/variant.ts';
import type { TestsetRow } from '../../contract/testsets/testset.ts';
import { parseJsonText } from '../evaluators/definition/read-answers.ts';

/** Names that the body of a call keeps for itself. @source design §4 */
const RESERVED = new Set(['ag_config', 'environment', 'config', 'app']);

/** The inputs a route cannot do without. */
export function requiredInputs({ input }: RouteSchema): string[] {
  const required = input?.['required'];
  const defaults = propertiesOf(input);
  if (!Array.isArray(required)) return [];
  return required.filter((name): name is string => typeof name === 'string' && !hasDefault(defaults[name]));
}

/**
 * Makes the function that takes a route's inputs from a row. A route without an input schema gets every column but
 * those with the expected answers, which it must not see.
 *
 * @param expectedColumns - columns that evaluators compare with
 */
export function caseInputs(route: RouteSchema, expectedColumns: ReadonlySet<string>): (row: TestsetRow) => Parameters {
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

/** Cells of a csv are text: one meant for a number, a boolean, a list or an object is read as JSON. */
function toInput(cell: unknown, isText: boolean): unknown {
  if (typeof cell !== 'string' || isText) return cell;
  return cell.trim() === '' ? undefined : (parseJsonText(cell) ?? cell);
}

function acceptsText(schema: unknown): boolean {
  // Part of a JSON Schema that a bundle's manifest carries: only `type` is looked at.
  const { type } = (schema ?? {}) as { type?: unknown };
  return typeof type !== 'string' && !Array.isArray(type) ? true : [type].flat().includes('string');
}

function propertiesOf(schema: JsonSchema | null): Readonly<Record<string, unknown>> {
  // The input schema of a route is an object schema, checked when the bundle was read.
  return (schema?.['properties'] ?? {}) as Record<string, unknown>;
}

function hasDefault(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && 'default' in schema;
}
