import type * as z from 'zod';

/** Returns the messages of a value's issues, each with its place; `null`: the value is valid. */
export function messagesOf(schema: z.ZodType, value: unknown): string[] | null {
  const { error } = schema.safeParse(value);
  return error?.issues.map(({ path, message }) => [...path, message].join(': ')) ?? null;
}
