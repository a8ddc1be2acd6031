import * as z from 'zod';
import { RouteChange } from '../../contract/deployments/deployment.ts';
import { Parameters } from '../../contract/variants/variant.ts';
import type { DeepReadonly } from '../../foundation/deep-readonly.ts';

// What the commands about variants print with --json, where it is not a record.

/** A configuration field of a variant, with its value. */
export const VariantField = z.object({
  /** Its address: `prompt`, or `/summary:prompt` for the value of one route. */
  field: z.string(),
  /** The only route that reads it; `null`: every route that has the field. */
  route: z.string().nullable(),
  value: z.unknown(),
  /** Whether it is the code's default rather than stored. */
  is_default: z.boolean(),
});
export type VariantField = DeepReadonly<z.infer<typeof VariantField>>;

/** Word diff of two texts. */
export const WordChanges = z.array(z.object({ kind: z.enum(['same', 'removed', 'added']), text: z.string() }));

const Side = z.object({ label: z.string(), parameters: Parameters });

/** How two configurations and their routes differ. */
export const ConfigurationDiff = z.object({
  before: Side,
  after: Side,
  fields: z.array(
    z.object({
      field: z.string(),
      kind: z.enum(['added', 'removed', 'changed']),
      before: z.unknown(),
      after: z.unknown(),
      before_is_default: z.boolean(),
      after_is_default: z.boolean(),
      words: WordChanges.nullable(),
    }),
  ),
  routes: z.array(RouteChange),
});
export type ConfigurationDiff = DeepReadonly<z.infer<typeof ConfigurationDiff>>;
