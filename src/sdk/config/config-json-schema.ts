import * as z from 'zod';
import type { JsonSchema } from '../../contract/deployments/route-schema.ts';
import { toStructuredSchema } from '../../contract/deployments/kinds/structured-kind.ts';
import { flattenChoices, isList } from './choices.ts';
import { type FieldKind, readConfigField } from './config-field.ts';
import type { ConfigSchema } from './config-schema.ts';

/**
 * Converts a configuration schema to JSON Schema, with the marks by which a playground chooses its controls.
 *
 * @source facts §4.6: `x-parameter`, `choices`; ge → minimum, gt → exclusiveMinimum, le → maximum, lt →
 * exclusiveMaximum
 * @remarks Our choice: converted here rather than by zod, so that two versions of zod produce the same bytes.
 */
export function toConfigJsonSchema(schema: ConfigSchema): JsonSchema {
  const properties = Object.entries(schema._zod.def.shape).map(([name, field]) => [name, toProperty(field)]);
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false };
}

/** Returns the default of each field. */
export function defaultsOf(schema: ConfigSchema): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema._zod.def.shape).flatMap(([name, field]) => {
      const reading = readConfigField(field);
      return reading.ok ? [[name, reading.defaultValue]] : [];
    }),
  );
}

function toProperty(schema: z.core.$ZodType): JsonSchema {
  const reading = readConfigField(schema);
  // The route's schema was checked when the route was created.
  if (!reading.ok) return {};
  return {
    ...descriptionOf(schema),
    ...toType(reading.field),
    default: reading.defaultValue,
    'x-parameter': reading.field.kind,
  };
}

function toType(field: FieldKind): JsonSchema {
  switch (field.kind) {
    case 'text':
      return { type: 'string' };
    case 'bool':
      return { type: 'boolean' };
    case 'int':
      return { type: 'integer', ...field.bounds };
    case 'float':
      return { type: 'number', ...field.bounds };
    case 'choice':
    case 'grouped_choice': {
      const groups = isList(field.choices) ? {} : { choices: field.choices };
      return { type: 'string', enum: flattenChoices(field.choices), ...groups };
    }
    case 'chat_messages':
    case 'tools':
    case 'output_schema':
      return toStructuredSchema(field);
  }
}

/** Returns the text of `.describe()` or `.meta()`, on the field or on the schema before its `.default()`. */
function descriptionOf(schema: z.core.$ZodType): JsonSchema {
  const inner = 'innerType' in schema._zod.def ? schema._zod.def.innerType : undefined;
  // A default's inner type is a schema.
  const metadata = { ...metadataOf(inner as z.core.$ZodType | undefined), ...metadataOf(schema) };
  return {
    ...(metadata.title === undefined ? {} : { title: metadata.title }),
    ...(metadata.description === undefined ? {} : { description: metadata.description }),
  };
}

function metadataOf(schema: z.core.$ZodType | undefined): z.core.GlobalMeta {
  return (schema === undefined ? undefined : z.globalRegistry.get(schema)) ?? {};
}
