import * as z from 'zod';
import { BugError } from '../../foundation/errors/wf-error.ts';
import type { Shape, ShapeType } from './answer-shape.ts';

/**
 * Converts the zod schema of a response to a shape.
 *
 * @throws {WF_BUG} when the schema has a keyword that shapes do not support, so that no rule goes unchecked
 */
export function toShape(schema: z.ZodType): Shape {
  return prune(z.toJSONSchema(schema, { io: 'output' }));
}

/** Keywords that restrict nothing. Keys of JSON objects are always strings. */
const SILENT = new Set(['x-wf', 'x-wf-ignorable', '$schema', 'propertyNames', 'format', 'description', 'title']);
/** Bounds that zod writes for integers; `integer` implies them here. */
const WHOLE = new Map<string, unknown>([
  ['minimum', Number.MIN_SAFE_INTEGER],
  ['maximum', Number.MAX_SAFE_INTEGER],
]);

type JsonSchema = z.core.JSONSchema._JSONSchema;

function prune(schema: JsonSchema): Shape {
  if (typeof schema === 'boolean') throw new BugError(`A schema that is ${schema} cannot be a shape.`);
  const entries = Object.entries(schema).filter(
    ([key, value]) => !SILENT.has(key) && WHOLE.get(key) !== value && value !== undefined,
  );
  return Object.assign({}, ...entries.map(([key, value]) => pruneKey(key, value)));
}

/** Copies one keyword. The casts follow the types that JSON Schema defines for each keyword's value. */
function pruneKey(key: string, value: unknown): Shape {
  switch (key) {
    case 'type':
      return { type: value as ShapeType | ShapeType[] };
    case 'enum':
    case 'required':
      return { [key]: value };
    case 'anyOf':
      return { anyOf: (value as JsonSchema[]).map(prune) };
    case 'items':
      return { items: prune(value as JsonSchema) };
    case 'additionalProperties':
      // `false` allows only the listed fields, but responses may have more.
      return value === false ? {} : { additionalProperties: prune(value as JsonSchema) };
    case 'properties':
      return {
        properties: Object.fromEntries(
          Object.entries(value as Record<string, JsonSchema>).map(([name, field]) => [name, prune(field)]),
        ),
      };
    default:
      throw new BugError(`The schema of a response uses "${key}", which the client's check does not support.`);
  }
}
