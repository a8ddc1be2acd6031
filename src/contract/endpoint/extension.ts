import * as z from 'zod';

declare const EXTENSION: unique symbol;

/** A field or a parameter of ours that changes what a request does. Another service would silently ignore it. */
export type Extension<S extends z.ZodType> = S & { readonly [EXTENSION]: true };

/**
 * Marks a field or a parameter as ours: `x-wf` in the OpenAPI document. The plain client does not offer it.
 *
 * @source design §2 principle 6
 */
export function extension<S extends z.ZodType>(schema: S): Extension<S> {
  // The mark exists at compile time only; the program reads the metadata.
  return schema.meta({ 'x-wf': true }) as Extension<S>;
}

/**
 * Marks a parameter or a field of ours that another service may ignore, because the caller checks the answer: a list
 * may then be whole, in another order, or without that field.
 *
 * @source design §2 principle 6
 */
export function optionalExtension<S extends z.ZodType>(schema: S): S {
  return schema.meta({ 'x-wf': true, 'x-wf-ignorable': true });
}

/** Lists the fields of ours, by whether another service may ignore them. */
export function extensionsOf(shape: z.ZodRawShape): { readonly needed: string[]; readonly ignorable: string[] } {
  const marked = Object.entries(shape).filter(([, schema]) => metaOf(schema)['x-wf'] === true);
  const names = (isIgnorable: boolean) =>
    marked.filter(([, schema]) => (metaOf(schema)['x-wf-ignorable'] === true) === isIgnorable).map(([name]) => name);
  return { needed: names(false), ignorable: names(true) };
}

function metaOf(schema: z.core.$ZodType): Readonly<Record<string, unknown>> {
  return z.globalRegistry.get(schema) ?? {};
}

type NeededKeys<Shape> = {
  [K in keyof Shape]: Shape[K] extends { readonly [EXTENSION]: true } ? K : never;
}[keyof Shape];

/** Input of an object schema without the fields of ours. */
export type PublicInput<S extends z.ZodType> =
  S extends z.ZodObject<infer Shape>
    ? z.input<z.ZodObject<Omit<Shape, NeededKeys<Shape>>>> & { readonly [K in NeededKeys<Shape>]?: never }
    : z.input<S>;
