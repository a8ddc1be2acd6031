import * as z from 'zod';
import { ById, endpoint, Paging } from '../endpoint/endpoint.ts';
import { App, AppCounts, CreateApp, CreateAppOutput, UpdateApp } from './app.ts';

const AppId = z.object({ app_id: z.string() });

export const appEndpoints = {
  createApp: endpoint({
    method: 'POST',
    path: '/apps',
    tag: 'apps',
    summary: 'Create an app with environments development, staging and production',
    source: 'facts §2.1',
    role: 'author',
    reach: 'all apps',
    body: CreateApp,
    response: CreateAppOutput,
  }),
  listApps: endpoint({
    method: 'GET',
    path: '/apps',
    tag: 'apps',
    summary: 'List apps',
    source: 'facts §2.1',
    reach: 'its apps',
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
    reach: { app: 'app_id' },
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
    reach: { app: 'app_id' },
    params: AppId,
    response: z.null(),
  }),
  countAppRecords: endpoint({
    method: 'GET',
    path: '/apps/{app_id}/counts',
    tag: 'apps',
    summary: 'Count the variants and evaluations of an app',
    source: 'wf',
    reach: { app: 'app_id' },
    params: AppId,
    response: AppCounts,
  }),
};
