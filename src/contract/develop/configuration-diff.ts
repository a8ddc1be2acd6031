import * as z from 'zod';
import { RouteChange } from '../deployments/deployment.ts';
import { Parameters } from '../variants/variant.ts';
import type { DeepReadonly } from '../../foundation/record.ts';

// What the commands about variants and environments print with --json, where it is not a record.

export const VariantField = z.object({
  /** Its address: `prompt`, or `/summary:prompt` for the value of one route. */
  field: z.string(),
  /** The only route that reads it; `null`: every route that has the field. */
  route: z.string().nullable(),
  value: z.unknown(),
  /** Whether nobody set it, so that it is the code's default. */
  is_default: z.boolean(),
});
export type VariantField = DeepReadonly<z.infer<typeof VariantField>>;

/** A piece of text that is on both sides of a word diff, or only on one. */
const WordChange = z.object({ kind: z.enum(['same', 'removed', 'added']), text: z.string() });
export type WordChange = Readonly<z.infer<typeof WordChange>>;
export const WordChanges = z.array(WordChange);

const FieldChange = z.object({
  /**
   * Its address: `/summary:prompt` where a route has a value of its own, or declares the field differently. For a part of
   * messages, tools or a schema, its path follows: `messages/1/content`.
   */
  field: z.string(),
  kind: z.enum(['added', 'removed', 'changed']),
  before: z.unknown(),
  after: z.unknown(),
  /** Whether nobody set the value, so that it is the code's default. */
  before_is_default: z.boolean(),
  after_is_default: z.boolean(),
  /** Word diff if both values are texts. */
  words: WordChanges.nullable(),
});
export type FieldChange = DeepReadonly<z.infer<typeof FieldChange>>;

/** `set_parameters`: those that somebody set; the others are the code's defaults. */
const Side = z.object({ label: z.string(), parameters: Parameters, set_parameters: Parameters });

export const ConfigurationDiff = z.object({
  before: Side,
  after: Side,
  fields: z.array(FieldChange),
  routes: z.array(RouteChange),
});
export type ConfigurationDiff = DeepReadonly<z.infer<typeof ConfigurationDiff>>;

const DiffedEnvironment = z.object({
  environment: z.string(),
  revision: z.int(),
  variant: z.string(),
  variant_revision: z.int(),
  deployment: z.string().nullable(),
  /** Hash of the bundle, or address of a self-hosted workflow. */
  code: z.string().nullable(),
  deployed_by: z.string(),
  deployed_at: z.string(),
});
export type DiffedEnvironment = z.infer<typeof DiffedEnvironment>;

export const EnvironmentDiff = z.object({
  before: DiffedEnvironment,
  after: DiffedEnvironment,
  same_code: z.boolean(),
  ...ConfigurationDiff.pick({ fields: true, routes: true }).shape,
});
export type EnvironmentDiff = DeepReadonly<z.infer<typeof EnvironmentDiff>>;
