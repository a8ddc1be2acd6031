import * as z from 'zod';
import { BugError } from '../../errors/wf-error.ts';
import type { Shape, ShapeType } from './answer-shape.ts';

/**
 * Makes the shape of an answer from its zod schema.
 *
 * @throws {WF_BUG} when the schema says something that a shape cannot, so that the contract cannot outgrow the check
 */
export function toShape(schema: z.ZodType): Shape {
  return prune(z.toJSONSchema(schema, { io: 'output' }));
}

/** Says nothing about an answer. Keys of JSON are strings anyway. */
const SILENT = new Set(['$schema', 'propertyNames', 'format', 'description', 'title']);
/** Bounds that zod writes for a whole number, which are those of `integer` here. */
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

/** The values are what JSON Schema has under each keyword. */
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
      // `false` is how an object says which fields it has; answers may have more.
      return value === false ? {} : { additionalProperties: prune(value as JsonSchema) };
    case 'properties':
      return {
        properties: Object.fromEntries(
          Object.entries(value as Record<string, JsonSchema>).map(([name, field]) => [name, prune(field)]),
        ),
      };
    default:
      throw new BugError(`An answer's schema says "${key}", which the client's check does not know.`);
  }
}
