import * as z from 'zod';

/** Contents of a project file (`wf.config.*`, `.wfrc*`, `package.json#wf`). @source design §2, settings and project */
export const ProjectConfig = z.strictObject({
  /** Name of the app that the project deploys to. */
  app: z
    .string()
    .regex(/^[a-zA-Z0-9_-]+$/, 'Use letters, digits, "-" and "_" in an app name')
    .optional(),
  /** The module whose exports are the routes, relative to the project file. */
  entry: z.string().min(1).optional(),
  /** Patterns of files that the bundle carries, relative to the project file, as in `src/prompts/**`. */
  files: z.array(z.string().min(1)).max(1000).optional(),
  /** Name of the base (the code) that a deploy binds its bundle to. */
  base: z.string().min(1).optional(),
  /** Name of the variant that the first deploy creates. */
  variant: z.string().min(1).optional(),
  /** URL of the service; without it, commands use the embedded service. */
  base_url: z.url().optional(),
  /** Profile to use. */
  profile: z.string().min(1).optional(),
  /** Time limit of one request, in seconds. */
  timeout: z.number().positive().optional(),
  /** Time limit of one call of a route, in seconds. */
  call_timeout: z.number().positive().optional(),
});
export type ProjectConfig = z.infer<typeof ProjectConfig>;
