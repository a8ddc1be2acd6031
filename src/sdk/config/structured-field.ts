import * as z from 'zod';
import { checkStructured, type StructuredKind } from '../../contract/deployments/kinds/structured-kind.ts';
import { ITEM_TYPE } from '../../contract/validation/validation-error.ts';
import type { Definition } from '../schema/zod-definition.ts';

/** Key for the kind in the definition of a schema, which `.describe()` and `.default()` share. See `choices.ts`. */
const STRUCTURED: unique symbol = Symbol.for('wf.structured');

/** A schema made by `chatMessages()`, `tools()` or `outputSchema()`. @source design §3 */
export type StructuredField = z.core.$ZodCustom & Marked;

/** A schema of lists or objects that a configuration may have. @source design §3 */
export type StructuredSchema<T> = z.ZodCustom<T, T> & Marked;

interface Marked {
  readonly _zod: { readonly def: { readonly [STRUCTURED]: StructuredKind } };
}

/** Creates a schema that checks values as the service does. */
export function createStructuredSchema<T>(kind: StructuredKind): StructuredSchema<T> {
  const schema = z.custom<T>().superRefine((value, context) => {
    for (const { path, msg, type } of checkStructured(kind, value)) {
      context.addIssue({ code: 'custom', path: [...path], message: msg, params: { [ITEM_TYPE]: type }, input: value });
    }
  });
  Object.defineProperty(schema._zod.def, STRUCTURED, { value: kind, enumerable: true });
  return schema as StructuredSchema<T>; // it has the mark now
}

/** Returns the kind of a schema, or a rule that it breaks; `null` for a custom schema of the author's own. */
export function readStructured(definition: Definition): StructuredKind | string | null {
  // Only createStructuredSchema writes under this symbol.
  const kind = (definition as { [STRUCTURED]?: StructuredKind })[STRUCTURED];
  if (kind === undefined) return null;
  return (definition.checks ?? []).length === 1 ? kind : 'a schema of ours with another check';
}
