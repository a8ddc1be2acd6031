import * as z from 'zod';

/**
 * The strict form of a record: an answer with a field that the interface does not have fails, at any depth. Clients are
 * tolerant; the service itself must not be.
 */
export function strictRecord(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape);
    return z.strictObject(Object.fromEntries(fields.map(([name, field]) => [name, strictRecord(field as z.ZodType)])));
  }
  if (schema instanceof z.ZodArray) return z.array(strictRecord(schema.element as z.ZodType));
  if (schema instanceof z.ZodNullable) return strictRecord(schema.unwrap() as z.ZodType).nullable();
  if (schema instanceof z.ZodOptional) return strictRecord(schema.unwrap() as z.ZodType).optional();
  return schema;
}
