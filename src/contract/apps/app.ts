import * as z from 'zod';

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
export const AppCounts = z.object({ variants: z.int(), evaluations: z.int() });
export type AppCounts = z.infer<typeof AppCounts>;
