import * as z from 'zod';
import { endpoint, OrderedPaging, Paging } from '../endpoint/endpoint.ts';
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

const AppId = z.object({ app_id: z.string() });
const VariantId = z.object({ variant_id: z.string() });

export const variantEndpoints = {
  listAppVariants: endpoint({
    method: 'GET',
    path: '/apps/{app_id}/variants',
    tag: 'variants',
    summary: 'List variants of an app',
    source: 'seed §4.2',
    reach: { app: 'app_id' },
    params: AppId,
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
  addVariantFromBase: endpoint({
    method: 'POST',
    path: '/variants/from-base',
    tag: 'variants',
    summary: 'Add a new variant based on an existing base',
    source: 'seed §4.4',
    role: 'author',
    reach: { base: 'body.base_id' },
    body: AddVariantFromBasePayload,
    response: AppVariantResponse,
  }),
  getVariant: endpoint({
    method: 'GET',
    path: '/variants/{variant_id}',
    tag: 'variants',
    summary: 'Fetch one variant',
    source: 'facts §2.2',
    reach: { variant: 'variant_id' },
    params: VariantId,
    response: AppVariantResponse,
  }),
  updateVariantParameters: endpoint({
    method: 'PUT',
    path: '/variants/{variant_id}/parameters',
    tag: 'variants',
    summary: 'Merge keys into the parameters of a variant as a new revision; an empty object resets them',
    source: 'facts §2.2',
    role: 'author',
    reach: { variant: 'variant_id' },
    params: VariantId,
    body: UpdateVariantParameters,
    response: z.null(),
    isConditional: true,
  }),
  updateVariantMetadata: endpoint({
    method: 'PATCH',
    path: '/variants/{variant_id}/metadata',
    tag: 'variants',
    summary: 'Set and remove labels of a variant, archive it or take it back',
    source: 'wf',
    role: 'author',
    reach: { variant: 'variant_id' },
    params: VariantId,
    body: MetadataChange,
    response: Metadata,
  }),
  deleteVariant: endpoint({
    method: 'DELETE',
    path: '/variants/{variant_id}',
    tag: 'variants',
    summary: 'Delete a variant that no environment refers to',
    source: 'facts §2.2',
    role: 'author',
    reach: { variant: 'variant_id' },
    params: VariantId,
    response: z.null(),
  }),
  listVariantRevisions: endpoint({
    method: 'GET',
    path: '/variants/{variant_id}/revisions',
    tag: 'variants',
    summary: 'List revisions of a variant, oldest first',
    source: 'facts §2.2',
    reach: { variant: 'variant_id' },
    params: VariantId,
    query: OrderedPaging,
    response: z.array(AppVariantRevision),
    list: true,
  }),
  getVariantRevision: endpoint({
    method: 'GET',
    path: '/variants/{variant_id}/revisions/{revision}',
    tag: 'variants',
    summary: 'Fetch one revision of a variant',
    source: 'facts §2.2',
    reach: { variant: 'variant_id' },
    params: VariantId.extend({ revision: z.coerce.number().int() }),
    response: AppVariantRevision,
  }),
  getServiceUrl: endpoint({
    method: 'GET',
    path: '/containers/container_url',
    tag: 'variants',
    summary: 'Fetch the address of the routes of a variant, or of a base',
    source: 'facts §2.9',
    reach: { base: 'base_id', variant: 'variant_id' },
    query: z.object({ base_id: z.string().optional(), variant_id: z.string().optional() }),
    response: z.object({ uri: z.string() }),
  }),
  listBases: endpoint({
    method: 'GET',
    path: '/bases',
    tag: 'variants',
    summary: 'List bases of an app, by name',
    source: 'facts §2.2',
    reach: { app: 'app_id' },
    query: Paging.extend({ app_id: z.string(), base_name: z.string().optional() }),
    response: z.array(BaseOutput),
    list: true,
  }),
};
