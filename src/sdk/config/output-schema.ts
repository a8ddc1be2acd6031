import { createStructuredSchema, type StructuredSchema } from './structured-field.ts';

/** The JSON Schema of a model's answer. @source design §3 */
export type OutputSchema = Readonly<Record<string, unknown>>;

/**
 * Creates a field for the JSON Schema that a model's answer has to fit. The playground shows a JSON editor.
 *
 * @returns a zod schema; set its default with `.default({...})`. It refuses values that are not JSON Schemas
 * @source design §3
 * @example
 * ```ts
 * import { configSchema, outputSchema } from 'wfkit';
 *
 * export const Extraction = configSchema({
 *   answer: outputSchema().default({
 *     type: 'object',
 *     properties: { name: { type: 'string' } },
 *     required: ['name'],
 *     additionalProperties: false,
 *   }),
 * });
 * ```
 */
export function outputSchema(): StructuredSchema<OutputSchema> {
  return createStructuredSchema({ kind: 'output_schema' });
}
