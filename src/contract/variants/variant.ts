import * as z from 'zod';
import { endpointsOf, extension, optionalExtension, OrderedPaging, Paging } from '../endpoint/endpoint.ts';
import { Labels, Metadata, MetadataChange, RecordLabels } from '../labels/labels.ts';
import { ListedName } from '../validation/fields.ts';
import { ByLabels, FilteredPaging, sortBy } from '../endpoint/filtered-paging.ts';

/** Values of a configuration, by field name. */
export const Parameters = z.record(z.string(), z.unknown());
export type Parameters = z.infer<typeof Parameters>;

/**
 * A variant: a base (code) with a named configuration, at its newest revision.
 *
 * @source seed §2.4
 * @remarks Our choice: `parameters` and `uri` may also be null. `uri` is null while no server serves the variant. `labels` are
 * ours, and `set_parameters`: the values that somebody set. The other ones in `parameters` are the defaults of the base's
 * newest code, and follow it.
 */
export const AppVariantResponse = z.object({
  app_id: z.string(),
  app_name: z.string(),
  variant_id: z.string(),
  variant_name: z.string(),
  project_id: z.string(),
  parameters: Parameters.nullable(),
  set_parameters: extension(Parameters.nullable().optional()),
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
  new_variant_name: ListedName,
  new_config_name: ListedName,
  parameters: Parameters,
  labels: extension(Labels.nullable().optional()),
});
export type AddVariantFromBasePayload = z.infer<typeof AddVariantFromBasePayload>;

/**
 * Body that merges keys into what is set of a variant's parameters; an empty object resets them to the code's defaults.
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

/** One revision of a variant. `set_parameters` are ours, as in a variant. @source facts §2.2 */
export const AppVariantRevision = z.object({
  id: z.string().optional(),
  revision: z.int(),
  modified_by: z.string(),
  config: z.object({
    config_name: z.string(),
    parameters: Parameters.nullable(),
    set_parameters: extension(Parameters.nullable().optional()),
  }),
  created_at: z.string(),
});
export type AppVariantRevision = z.infer<typeof AppVariantRevision>;

/** The code that a variant configures. @source facts §2.2 */
export const BaseOutput = z.object({ base_id: z.string(), base_name: z.string() });
export type BaseOutput = z.infer<typeof BaseOutput>;

const endpoint = endpointsOf({ tag: 'variants', source: 'facts §2.2' });

export const variantEndpoints = {
  listAppVariants: endpoint('GET /apps/{app_id}/variants', {
    summary: 'List variants of an app',
    source: 'seed §4.2',
    reach: { app: 'app_id' },
    query: FilteredPaging.extend(sortBy(['created', 'updated', 'name', 'base'])).extend({
      ...ByLabels.shape,
      /** Only variants of the base with this name. */
      base_name: optionalExtension(z.string().optional()),
      /** Only the variant that this environment runs. */
      environment: optionalExtension(z.string().optional()),
      /** Only the variant of this name. */
      variant_name: optionalExtension(z.string().optional()),
      /** Only the variant with this revision. */
      variant_revision_id: optionalExtension(z.string().optional()),
    }),
    response: z.array(AppVariantResponse),
  }),
  addVariantFromBase: endpoint('POST /variants/from-base', {
    summary: 'Add a new variant based on an existing base',
    source: 'seed §4.4',
    role: 'author',
    reach: { base: 'body.base_id' },
    body: AddVariantFromBasePayload,
    isExact: true,
    response: AppVariantResponse,
  }),
  getVariant: endpoint('GET /variants/{variant_id}', {
    summary: 'Fetch one variant',
    reach: { variant: 'variant_id' },
    response: AppVariantResponse,
  }),
  updateVariantParameters: endpoint('PUT /variants/{variant_id}/parameters', {
    summary: 'Merge keys into the parameters of a variant as a new revision; an empty object resets them',
    role: 'author',
    reach: { variant: 'variant_id' },
    body: UpdateVariantParameters,
    isExact: true,
    response: z.null(),
    isConditional: true,
  }),
  updateVariantMetadata: endpoint('PATCH /variants/{variant_id}/metadata', {
    summary: 'Set and remove labels of a variant, archive or unarchive it',
    source: 'wf',
    role: 'author',
    reach: { variant: 'variant_id' },
    body: MetadataChange,
    response: Metadata,
  }),
  deleteVariant: endpoint('DELETE /variants/{variant_id}', {
    summary: 'Delete a variant that no environment refers to',
    role: 'author',
    reach: { variant: 'variant_id' },
    response: z.null(),
  }),
  listVariantRevisions: endpoint('GET /variants/{variant_id}/revisions', {
    summary: 'List revisions of a variant, oldest first',
    reach: { variant: 'variant_id' },
    query: OrderedPaging,
    response: z.array(AppVariantRevision),
  }),
  getVariantRevision: endpoint('GET /variants/{variant_id}/revisions/{revision}', {
    summary: 'Fetch one revision of a variant',
    reach: { variant: 'variant_id' },
    params: { revision: z.coerce.number().int() },
    response: AppVariantRevision,
  }),
  getServiceUrl: endpoint('GET /containers/container_url', {
    summary: 'Fetch the address of the routes of a variant, or of a base',
    source: 'facts §2.9',
    reach: { base: 'base_id', variant: 'variant_id' },
    query: z.object({ base_id: z.string().optional(), variant_id: z.string().optional() }),
    response: z.object({ uri: z.string() }),
  }),
  listBases: endpoint('GET /bases', {
    summary: 'List bases of an app, by name',
    reach: { app: 'app_id' },
    query: Paging.extend({ app_id: z.string(), base_name: z.string().optional() }),
    response: z.array(BaseOutput),
  }),
};
