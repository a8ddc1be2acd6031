import type * as z from 'zod';

/** The parts of a zod definition that the rules read. */
export interface Definition {
  readonly type: string;
  readonly innerType?: z.core.$ZodType;
  readonly defaultValue?: unknown;
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly format?: string;
  readonly coerce?: boolean;
  readonly checks?: readonly z.core.$ZodCheck[];
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly catchall?: z.core.$ZodType;
}

/**
 * Returns the definition of a zod 4 schema from any copy of zod. Authors may have a different copy than ours, so
 * `instanceof` does not work.
 *
 * @returns `null` when the value is not a zod 4 schema
 */
export function definitionOf(schema: unknown): Definition | null {
  if (typeof schema !== 'object' || schema === null || !('_zod' in schema)) return null;
  // Every zod 4 schema has its definition in this property.
  return (schema as { readonly _zod: { readonly def: Definition } })._zod.def;
}
