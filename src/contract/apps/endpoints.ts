import * as z from 'zod';
import { ById, endpoint, OrderedPaging, Paging } from '../endpoint/endpoint.ts';
import { App, AppCounts, CreateApp, CreateAppOutput, UpdateApp } from './app.ts';
import { EnvironmentOutput, EnvironmentRevisions } from '../environments/environment.ts';
import { AppVariantResponse, BaseOutput } from '../variants/variant.ts';

const AppId = z.object({ app_id: z.string() });

export const appEndpoints = {
  createApp: endpoint({
    method: 'POST',
    path: '/apps',
    tag: 'apps',
    summary: 'Create an app with environments development, staging and production',
    source: 'facts §2.1',
    role: 'author',
    body: CreateApp,
    response: CreateAppOutput,
  }),
  listApps: endpoint({
    method: 'GET',
    path: '/apps',
    tag: 'apps',
    summary: 'List apps',
    source: 'facts §2.1',
    query: Paging.extend(ById.shape).extend({ app_name: z.string().optional() }),
    response: z.array(App),
    list: true,
  }),
  updateApp: endpoint({
    method: 'PATCH',
    path: '/apps/{app_id}',
    tag: 'apps',
    summary: 'Rename an app',
    source: 'facts §2.1',
    role: 'author',
    params: AppId,
    body: UpdateApp,
    response: CreateAppOutput,
  }),
  deleteApp: endpoint({
    method: 'DELETE',
    path: '/apps/{app_id}',
    tag: 'apps',
    summary: 'Delete an app with its variants, environments and evaluations',
    source: 'facts §2.1',
    role: 'operator',
    params: AppId,
    response: z.null(),
  }),
  countAppRecords: endpoint({
    method: 'GET',
    path: '/apps/{app_id}/counts',
    tag: 'apps',
    summary: 'Say how many variants and evaluations an app has',
    source: 'wf',
    params: AppId,
    response: AppCounts,
  }),
  listAppVariants: endpoint({
    method: 'GET',
    path: '/apps/{app_id}/variants',
    tag: 'variants',
    summary: 'List variants of an app',
    source: 'seed §4.2',
    params: AppId,
    query: OrderedPaging.extend(ById.shape).extend({
      /** Ours: only the variant of this name. */
      variant_name: z.string().optional(),
      /** Ours: only the variant that this is a revision of. */
      variant_revision_id: z.string().optional(),
    }),
    response: z.array(AppVariantResponse),
    list: true,
  }),
  listAppEnvironments: endpoint({
    method: 'GET',
    path: '/apps/{app_id}/environments',
    tag: 'environments',
    summary: 'List environments of an app: development, staging, production, then others',
    source: 'facts §2.1',
    params: AppId,
    query: Paging,
    response: z.array(EnvironmentOutput),
    list: true,
  }),
  getEnvironmentRevisions: endpoint({
    method: 'GET',
    path: '/apps/{app_id}/revisions/{environment_name}',
    tag: 'environments',
    summary: "List revisions of an app's environment",
    source: 'seed §4.3',
    params: AppId.extend({ environment_name: z.string() }),
    response: EnvironmentRevisions,
  }),
  listBases: endpoint({
    method: 'GET',
    path: '/bases',
    tag: 'variants',
    summary: 'List bases of an app, by name',
    source: 'facts §2.2',
    query: Paging.extend({ app_id: z.string(), base_name: z.string().optional() }),
    response: z.array(BaseOutput),
    list: true,
  }),
};
