import * as z from 'zod';
import { ById, endpointsOf, Paging } from '../endpoint/endpoint.ts';
import { AppName } from '../validation/fields.ts';

/** Types of the apps that a template creates; every other app is `custom`. @source facts §2.1 */
const TYPES_OF_TEMPLATES: ReadonlyMap<unknown, string> = new Map([
  ['SERVICE:chat', 'chat'],
  ['SERVICE:completion', 'completion'],
]);

/** Returns the type of a new app. @param templateKey - as the request names it; a template creates nothing else here */
export function toAppType(templateKey: string | null | undefined): string {
  return TYPES_OF_TEMPLATES.get(templateKey) ?? 'custom';
}

/** Body that creates an app with environments development, staging and production. @source facts §2.1 */
export const CreateApp = z.strictObject({
  app_name: AppName,
  template_key: z.string().nullable().optional(),
  project_id: z.string().nullable().optional(),
  workspace_id: z.string().nullable().optional(),
  organization_id: z.string().nullable().optional(),
});

/** @source facts §2.1 */
export const CreateAppOutput = z.object({ app_id: z.string(), app_name: z.string() });
export type CreateAppOutput = z.infer<typeof CreateAppOutput>;

/** @source facts §2.1 */
export const UpdateApp = z.strictObject({ app_name: CreateApp.shape.app_name });

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

const endpoint = endpointsOf({ tag: 'apps', source: 'facts §2.1' });

export const appEndpoints = {
  createApp: endpoint('POST /apps', {
    summary: 'Create an app with environments development, staging and production',
    role: 'author',
    reach: 'all apps',
    body: CreateApp,
    response: CreateAppOutput,
  }),
  listApps: endpoint('GET /apps', {
    summary: 'List apps',
    reach: 'its apps',
    query: Paging.extend(ById.shape).extend({ app_name: z.string().optional() }),
    response: z.array(App),
  }),
  updateApp: endpoint('PATCH /apps/{app_id}', {
    summary: 'Rename an app',
    role: 'author',
    reach: { app: 'app_id' },
    body: UpdateApp,
    response: CreateAppOutput,
  }),
  deleteApp: endpoint('DELETE /apps/{app_id}', {
    summary: 'Delete an app with its variants, environments and evaluations',
    role: 'operator',
    reach: { app: 'app_id' },
    response: z.null(),
  }),
  countAppRecords: endpoint('GET /apps/{app_id}/counts', {
    summary: 'Count the variants and evaluations of an app',
    source: 'wf',
    reach: { app: 'app_id' },
    response: AppCounts,
  }),
};
