import * as z from 'zod';

/** One deployment to an environment. @source seed §2.6 */
export const EnvironmentRevision = z.object({
  id: z.string(),
  revision: z.int(),
  modified_by: z.string(),
  deployed_app_variant_revision: z.string().nullable(),
  deployment: z.string().nullable(),
  created_at: z.string(),
});
export type EnvironmentRevision = z.infer<typeof EnvironmentRevision>;

const environmentFields = {
  name: z.string(),
  app_id: z.string(),
  project_id: z.string(),
  deployed_app_variant_id: z.string().nullable(),
  deployed_variant_name: z.string().nullable(),
  deployed_app_variant_revision_id: z.string().nullable(),
  revision: z.int().nullable(),
};

/** An environment without its history. @source facts §2.1 */
export const EnvironmentOutput = z.object(environmentFields);
export type EnvironmentOutput = z.infer<typeof EnvironmentOutput>;

/** An environment with its history, oldest revision first. @source seed §2.6 */
export const EnvironmentRevisions = z.object({
  ...environmentFields,
  revisions: z.array(EnvironmentRevision),
  organization_id: z.string().nullable().optional(),
  workspace_id: z.string().nullable().optional(),
});
export type EnvironmentRevisions = z.infer<typeof EnvironmentRevisions>;

/**
 * Body that deploys a variant to an environment of its app.
 *
 * @source facts §2.4
 * @remarks Our addition, optional: `revision`, the variant's revision to deploy (default: the newest).
 */
export const DeployToEnvironment = z.strictObject({
  environment_name: z.string().min(1),
  variant_id: z.string(),
  revision: z.int().nullable().optional(),
});
export type DeployToEnvironment = z.infer<typeof DeployToEnvironment>;

/** Body that makes a new environment revision equal to an old one. @source design §5 (ours) */
export const RollbackEnvironment = z.strictObject({
  app_id: z.string(),
  /** The environment revision to go back to; left out: the one before the current. */
  revision: z.int().nullable().optional(),
});
export type RollbackEnvironment = z.infer<typeof RollbackEnvironment>;
