import * as z from 'zod';

/** What stands for a field that is absent, by its schema. */
const ABSENT_VALUES = z.registry<{ readonly value: unknown }>();

/**
 * Says what stands for a field that services of others may leave out or send as null, where null itself is not allowed.
 * Ours always sends a value, so the schema stays as it is.
 *
 * @param schema - schema of the field, complete: a schema derived from the result loses the value
 * @param value - what the client reads instead
 * @source public client
 */
export function absentAs<S extends z.ZodType>(schema: S, value: z.output<S>): S {
  ABSENT_VALUES.add(schema, { value });
  return schema;
}

/** Returns what stands for an absent field; `undefined` if it may not be absent. */
export function absentValueOf(schema: z.core.$ZodType): { readonly value: unknown } | undefined {
  return ABSENT_VALUES.get(schema);
}
