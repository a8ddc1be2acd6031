import * as z from 'zod';
import { ById, endpoint, Paging } from '../endpoint/endpoint.ts';

/** Body that creates an app with environments development, staging and production. @source facts §2.1 */
export const CreateApp = z.strictObject({
  app_name: z
    .string()
    .regex(/^[a-zA-Z0-9_-]+$/, 'Use letters, digits, "-" and "_" in an app name')
    .max(100),
  template_key: z.string().nullable().optional(),
  project_id: z.string().nullable().optional(),
  workspace_id: z.string().nullable().optional(),
  organization_id: z.string().nullable().optional(),
});
export type CreateApp = z.infer<typeof CreateApp>;

/** @source facts §2.1 */
export const CreateAppOutput = z.object({ app_id: z.string(), app_name: z.string() });
export type CreateAppOutput = z.infer<typeof CreateAppOutput>;

/** @source facts §2.1 */
export const UpdateApp = z.strictObject({ app_name: CreateApp.shape.app_name });
export type UpdateApp = z.infer<typeof UpdateApp>;

/** An app. @source facts §2.1 */
export const App = z.object({
  app_id: z.string(),
  app_name: z.string(),
  app_type: z.string().nullable().optional(),
  updated_at: z.string().nullable().optional(),
});
export type App = z.infer<typeof App>;

/** Lengths of an app's lists. */
const AppCounts = z.object({ variants: z.int(), evaluations: z.int() });
type AppCounts = z.infer<typeof AppCounts>;

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
