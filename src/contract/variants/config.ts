import * as z from 'zod';
import { Parameters } from './variant.ts';

/** Names a record by slug, version or id; all three keys are present, unused ones null. @source facts §2.3 */
export const Reference = z.strictObject({
  slug: z.string().nullable(),
  version: z.int().nullable(),
  id: z.string().nullable(),
});
export type Reference = z.infer<typeof Reference>;

/** Body that requests a configuration: a variant takes precedence over an environment; the default is the environment `production`. @source facts §2.3, seed §4.7 */
export const FetchConfig = z.strictObject({
  variant_ref: Reference.nullable().optional(),
  environment_ref: Reference.nullable().optional(),
  application_ref: Reference.nullable().optional(),
});
export type FetchConfig = z.infer<typeof FetchConfig>;

const AnsweredReference = z.object({
  slug: z.string().nullable().optional(),
  version: z.int().nullable().optional(),
  id: z.string().nullable().optional(),
});

const Lifecycle = z.object({
  created_at: z.string().nullable().optional(),
  updated_at: z.string().nullable().optional(),
  updated_by_id: z.string().nullable().optional(),
  updated_by: z.string().nullable().optional(),
});

/** A configuration and its source. `variant_ref.id` is the id of the revision. @source facts §2.3 */
export const ConfigResponse = z.object({
  params: Parameters,
  url: z.string().nullable().optional(),
  application_ref: AnsweredReference.nullable().optional(),
  service_ref: AnsweredReference.nullable().optional(),
  variant_ref: AnsweredReference.nullable().optional(),
  environment_ref: AnsweredReference.nullable().optional(),
  application_lifecycle: Lifecycle.nullable().optional(),
  service_lifecycle: Lifecycle.nullable().optional(),
  variant_lifecycle: Lifecycle.nullable().optional(),
  environment_lifecycle: Lifecycle.nullable().optional(),
});
export type ConfigResponse = z.infer<typeof ConfigResponse>;
