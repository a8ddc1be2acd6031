import * as z from 'zod';
import { extension } from '../endpoint/extension.ts';
import { Labels, RecordLabels } from '../labels/labels.ts';
import { Name } from '../validation/fields.ts';

/** Values of a configuration, by field name. */
export const Parameters = z.record(z.string(), z.unknown());
export type Parameters = z.infer<typeof Parameters>;

/**
 * A variant: a base (code) with a named configuration, at its newest revision.
 *
 * @source seed §2.4
 * @remarks Our choice: `parameters` and `uri` may also be null. `uri` is null while no server serves the variant. `labels` are
 * ours.
 */
export const AppVariantResponse = z.object({
  app_id: z.string(),
  app_name: z.string(),
  variant_id: z.string(),
  variant_name: z.string(),
  project_id: z.string(),
  parameters: Parameters.nullable(),
  base_name: z.string(),
  base_id: z.string(),
  config_name: z.string(),
  uri: z.string().nullable(),
  revision: z.int(),
  created_at: z.string().nullable().optional(),
  updated_at: z.string().nullable().optional(),
  modified_by_id: z.string().nullable().optional(),
  organization_id: z.string().nullable().optional(),
  workspace_id: z.string().nullable().optional(),
  labels: extension(RecordLabels.nullable().optional()),
  /** `null`: it is not archived. */
  archived_at: extension(z.string().nullable().optional()),
});
export type AppVariantResponse = z.infer<typeof AppVariantResponse>;

/** Body that creates a variant from an existing base; `labels` are ours. @source seed §2.5 */
export const AddVariantFromBasePayload = z.strictObject({
  base_id: z.string(),
  new_variant_name: Name,
  new_config_name: Name,
  parameters: Parameters,
  labels: extension(Labels.nullable().optional()),
});
export type AddVariantFromBasePayload = z.infer<typeof AddVariantFromBasePayload>;

/**
 * Body that merges keys into a variant's parameters; an empty object resets them.
 *
 * @source facts §2.2
 * @remarks Values of one route are under its path, as in `{"/summary": {"prompt": "…"}}`; that object is replaced whole.
 * Our addition, optional: `unset`, keys to remove in the same revision; with it, an empty object resets
 * nothing.
 */
export const UpdateVariantParameters = z.strictObject({
  parameters: Parameters,
  unset: extension(z.array(z.string()).optional()),
});
export type UpdateVariantParameters = z.infer<typeof UpdateVariantParameters>;

/** One revision of a variant. @source facts §2.2 */
export const AppVariantRevision = z.object({
  id: z.string().optional(),
  revision: z.int(),
  modified_by: z.string(),
  config: z.object({ config_name: z.string(), parameters: Parameters.nullable() }),
  created_at: z.string(),
});
export type AppVariantRevision = z.infer<typeof AppVariantRevision>;

/** The code that a variant configures. @source facts §2.2 */
export const BaseOutput = z.object({ base_id: z.string(), base_name: z.string() });
export type BaseOutput = z.infer<typeof BaseOutput>;
