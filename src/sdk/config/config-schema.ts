import * as z from 'zod';
import { readConfigField } from './config-field.ts';
import type { StructuredField } from './structured-fields.ts';
import { definitionOf, invalidWorkflow, refuseZod3 } from '../schema/object-schema.ts';

/**
 * A field of a configuration schema: a string, number, boolean or enumeration, or chat messages, tools or an output
 * schema, that ends with `.default(...)`.
 *
 * @source seed §2.9 rules 1 and 2, design §3
 */
export type ConfigField =
  | z.core.$ZodDefault<z.core.$ZodString>
  | z.core.$ZodDefault<z.core.$ZodNumber>
  | z.core.$ZodDefault<z.core.$ZodBoolean>
  | z.core.$ZodDefault<z.core.$ZodEnum<Record<string, string>>>
  | z.core.$ZodDefault<StructuredField>;

/** The fields of a configuration schema, by name. @source seed §2.9 */
export type ConfigShape = Readonly<Record<string, ConfigField>>;

/** A zod object whose fields are all configuration fields. @source seed §2.9 */
export type ConfigSchema<S extends ConfigShape = ConfigShape> = z.core.$ZodObject<S>;

/**
 * Creates a configuration schema and checks each of its fields.
 *
 * @param shape - the fields by name, each ending with `.default(...)`
 * @returns the zod object of the fields, so `z.infer<typeof Schema>` is the type of a configuration
 * @throws {WF_WORKFLOW_INVALID} when a field has no default, is not of one of the kinds, has a constraint other than
 * gte, lte, gt and lt, has a default outside its bounds or choices, or has a name that begins with a slash
 * @source seed §2.9
 * @example
 * ```ts
 * import { configSchema, multipleChoice } from 'wfkit';
 * import * as z from 'zod';
 *
 * export const Summary = configSchema({
 *   prompt: z.string().default('Summarise: {text}'),
 *   words: z.int().gte(10).lte(200).default(50),
 *   temperature: z.number().gte(0).lt(2).default(0.7),
 *   stream: z.boolean().default(false),
 *   tone: multipleChoice(['plain', 'formal']).default('plain'),
 * });
 * ```
 */
export function configSchema<const S extends ConfigShape>(shape: S): z.ZodObject<S> {
  const schema = z.object(shape);
  requireConfigSchema(schema, 'Configuration');
  return schema;
}

/**
 * Checks the rules that TypeScript cannot check, or did not check.
 *
 * @param schema - the schema to check
 * @param where - owner of the fields for messages, as in `Route /summarise, configuration`
 * @throws {WF_WORKFLOW_INVALID} with the field and how to fix it
 */
export function requireConfigSchema(schema: unknown, where: string): void {
  refuseZod3(schema, where);
  const definition = definitionOf(schema);
  if (definition?.type !== 'object' || definition.shape === undefined) {
    throw invalidWorkflow(`${where}: this is not a configuration schema. Create it with configSchema({ ... }).`);
  }
  if ((definition.checks ?? []).length > 0) {
    throw invalidWorkflow(`${where}: the whole schema has a check. Use only constraints of single fields.`);
  }
  for (const [name, field] of Object.entries(definition.shape)) {
    if (name.startsWith('/')) {
      throw invalidWorkflow(`${where} field "${name}" begins with a slash, as the path of a route does. Rename it.`);
    }
    refuseZod3(field, `${where} field "${name}"`);
    const reading = readConfigField(field);
    if (!reading.ok) {
      throw invalidWorkflow(`${where} field "${name}" ${toSentence(reading.problem)} ${reading.remedy}.`);
    }
    freezeDeeply(reading.defaultValue);
  }
}

function toSentence(problem: string): string {
  return /[.?]$/.test(problem) ? problem : `${problem}.`;
}

/** All calls share the default: a handler that changes it must fail rather than change the next call. */
function freezeDeeply(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const part of Object.values(value)) freezeDeeply(part);
}
