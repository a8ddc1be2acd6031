import * as z from 'zod';
import { endpointsOf, OrderedPaging, Paging } from '../endpoint/endpoint.ts';
import { optionalExtension } from '../endpoint/extension.ts';
import { ByLabels, FilteredPaging, sortBy } from '../endpoint/filtered-paging.ts';
import { Metadata, MetadataChange } from '../labels/labels.ts';
import {
  AddVariantFromBasePayload,
  AppVariantResponse,
  AppVariantRevision,
  BaseOutput,
  UpdateVariantParameters,
} from './variant.ts';

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
    list: true,
  }),
  addVariantFromBase: endpoint('POST /variants/from-base', {
    summary: 'Add a new variant based on an existing base',
    source: 'seed §4.4',
    role: 'author',
    reach: { base: 'body.base_id' },
    body: AddVariantFromBasePayload,
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
    response: z.null(),
    isConditional: true,
  }),
  updateVariantMetadata: endpoint('PATCH /variants/{variant_id}/metadata', {
    summary: 'Set and remove labels of a variant, archive it or take it back',
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
    list: true,
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
    list: true,
  }),
};
