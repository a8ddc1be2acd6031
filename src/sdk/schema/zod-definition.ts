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
 * Returns the definition of a zod 4 schema from any copy of zod: authors may install another copy than ours, so
 * `instanceof` would say nothing.
 *
 * @returns `null` when the value is not a zod 4 schema
 */
export function definitionOf(schema: unknown): Definition | null {
  if (typeof schema !== 'object' || schema === null || !('_zod' in schema)) return null;
  // Every zod 4 schema has its definition here.
  return (schema as { readonly _zod: { readonly def: Definition } })._zod.def;
}
