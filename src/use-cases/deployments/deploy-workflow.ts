import type { Client } from '../../client/create-client.ts';
import { type CodeSource, SOURCE_SCHEMA } from '../../contract/environments/code-source.ts';
import {
  type Compatibility,
  type CreatedDeployment,
  ParameterMigration,
} from '../../contract/deployments/deployment.ts';
import type { EnvironmentOutput } from '../../contract/environments/environment.ts';
import type { Manifest, RouteSchema } from '../../contract/deployments/route-schema.ts';
import { recover, usageError, withNextSteps } from '../../foundation/errors/wf-error.ts';
import { requireNoCredentials } from '../develop/find-uploaded-variables.ts';
import { buildWorkflow, type BuildWorkflowOptions, type BuiltWorkflow } from '../develop/build-workflow.ts';
import { compareRoutes } from '../../contract/deployments/compatibility/compare-routes.ts';
import {
  deployAndPromoteSteps,
  findRefusal,
  findSharing,
  readDeployTarget,
  requireUnprotected,
} from './deploy-target.ts';
import { findAppId } from '../apps/resolve-app.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import type { Labels } from '../../contract/labels/labels.ts';
import type { BuiltArtifact } from '../develop/artifact/to-artifact.ts';
import { ensureApp, requireNewNames } from './first-deploy.ts';
import { type PlannedUploads, planUploads } from './plan-uploads.ts';
import { thisMachine } from '../../project/machine.ts';
import type { DeployEvent, DeployResult } from '../../contract/develop/deploy-result.ts';

export interface DeployWorkflowOptions extends Omit<BuildWorkflowOptions, 'onEvent'> {
  readonly client: Client;
  /** Name of the base that the code belongs to. */
  readonly base: string;
  /** Variant to bind the bundle to; created if it does not exist. */
  readonly variant: string;
  /** Environment to deploy the variant to in the same transaction. */
  readonly environment?: string | null;
  /** Stored with the environment's revision. */
  readonly message?: string | null;
  /** Migrations for stored configurations that the new code rejects, as in `rename:old=new`. */
  readonly migrations?: readonly string[];
  /** Whether to deploy even if environments run configurations that the new code rejects. */
  readonly acceptBreaking?: boolean;
  /** Address of a self-hosted workflow; then nothing is uploaded. */
  readonly url?: string | null;
  readonly labels?: Labels;
  /** Whether to only report what would happen. */
  readonly plan?: boolean;
  readonly onEvent?: (event: DeployEvent) => void;
}

/**
 * Builds a workflow and deploys it: compares routes, checks stored configurations, uploads missing bundles, and binds
 * them in one transaction. A failure at any step leaves the deployed code as it was, and a retry uploads nothing twice.
 *
 * @throws {WF_BREAKING_CHANGE} when an environment runs what the new code rejects; a plan reports it without throwing
 */
export async function deployWorkflow(options: DeployWorkflowOptions): Promise<DeployResult> {
  const { client, plan = false, labels = {}, onEvent = () => {} } = options;
  requireMigrations(options.migrations ?? []);
  await client.require('deployments of code');
  const built = await buildWorkflow({ ...options, onEvent });
  const { uploadedVariables: variables } = built;
  requireNoCredentials(variables, options.variableSource?.rule ?? {});
  if (variables.length > 0) onEvent({ type: 'variables-found', variables });
  const reading = plan ? null : readSource(client, built, options);
  const existing = await findAppId(client, options.app);
  if (existing === null) requireNewNames(options);
  const target = await readDeployTarget(client, existing, options.environment ?? null);
  if (options.url != null) await checkAddress(options.url, built, onEvent);
  const before = await readDeployedRoutes(client, existing, options.base);
  const after = built.manifest.routes;
  const sharing = await findSharing(client, { appId: existing, base: options.base, before, after });
  const changes = compareRoutes(before, after);
  onEvent({ type: 'routes-compare', changes });
  const compatibility = await check(client, existing, built.manifest, options);
  onEvent({ type: 'configurations-check', compatibility });

  const result = { ...describeBuild(built), changes, sharing, variables: [...variables] };
  const app = { id: existing, name: options.app, created: false };
  if (plan) await requireUnprotected(client, target, { sha256: result.sha256, variant: options.variant });
  const artifacts = options.url == null ? artifactsOf(built) : [];
  // The service says whether it runs the packages; nothing else of the uploads concerns a plan.
  if (plan && built.artifact.packages !== null) await planUploadsOf(client, artifacts);
  if (plan) return { ...result, app, compatibility, deployment: null };
  const refusal = findRefusal(compatibility, options.acceptBreaking ?? false);
  if (refusal !== null) throw refusal;

  const uploads = await planUploadsOf(client, artifacts);
  if (options.url == null) await uploads.send(onEvent);
  const { appId, created } = await ensureApp(client, existing, options.app);
  const binding = { appId, manifest: built.manifest, target, source: await reading };
  const { compatibility: accepted, ...deployment } = await bind(client, binding, options);
  if (Object.keys(labels).length > 0)
    await client.updateVariantMetadata({ variant_id: deployment.variant_id, body: { labels } });
  return { ...result, app: { ...app, id: appId, created }, compatibility: accepted, deployment };
}

/** Reports a mistyped migration before the build. */
function requireMigrations(migrations: readonly string[]): void {
  for (const migration of migrations) {
    const parsed = ParameterMigration.safeParse(migration);
    if (parsed.success) continue;
    const reason = parsed.error.issues[0]?.message ?? '';
    throw usageError(`--migrate ${JSON.stringify(migration)} is not a migration. ${reason}.`);
  }
}

/** Asks what would break before uploading anything; the service checks again when it binds. */
async function check(
  client: Client,
  appId: string | null,
  manifest: Manifest,
  options: DeployWorkflowOptions,
): Promise<Compatibility> {
  const { base, variant, environment = null, migrations = [] } = options;
  if (appId === null) return { is_breaking: false, breaks: [], migrated: [], unused_migrations: [...migrations] };
  return await client.checkDeployment({
    app_id: appId,
    body: { variant_name: variant, base_name: base, routes: manifest.routes, environment, migrations: [...migrations] },
  });
}

/** Reads the commit that was built, for a service that shows that it stores it. */
async function readSource(
  client: Client,
  { inputs }: BuiltWorkflow,
  { root }: DeployWorkflowOptions,
): Promise<CodeSource | null> {
  const health = await recover(client.getHealth(), () => true, null);
  if ((health?.schema ?? 0) < SOURCE_SCHEMA) return null;
  const { readCodeSource } = await import('../../project/read-code-source.ts');
  return await readCodeSource({ root, inputs, env: thisMachine().env });
}

async function checkAddress(url: string, { manifest }: BuiltWorkflow, onEvent: (event: DeployEvent) => void) {
  onEvent({ type: 'address-check', url });
  const { requireSameRoutes } = await import('./require-same-routes.ts');
  await requireSameRoutes(url, manifest.routes);
}

const WITH_OTHER_PACKAGES = ['wf build --target container', 'wf help operating'];

async function planUploadsOf(client: Client, artifacts: readonly BuiltArtifact[]): Promise<PlannedUploads> {
  return await withNextSteps(planUploads(client, artifacts), { WF_INVALID_INPUT: WITH_OTHER_PACKAGES });
}

/** The first one is the workflow's. */
function artifactsOf({ artifact, evaluators }: BuiltWorkflow): BuiltArtifact[] {
  return evaluators === null ? [artifact] : [artifact, evaluators.artifact];
}

function describeBuild({ manifest, size, gzipSize, warnings }: BuiltWorkflow) {
  return { sha256: manifest.sha256, size, gzip_size: gzipSize, routes: manifest.routes, warnings };
}

async function readDeployedRoutes(client: Client, appId: string | null, base: string): Promise<RouteSchema[]> {
  if (appId === null) return [];
  const bases = await client.listBases({ app_id: appId, base_name: base });
  return bases.length === 0 ? [] : await client.listRoutes({ app_id: appId, base_name: base });
}

interface Binding {
  readonly appId: string;
  readonly manifest: Manifest;
  readonly target: EnvironmentOutput | null;
  readonly source: CodeSource | null;
}

async function bind(
  client: Client,
  { appId, manifest, target, source }: Binding,
  options: DeployWorkflowOptions,
): Promise<CreatedDeployment> {
  const { base, variant, environment = null, message, migrations = [], acceptBreaking = false } = options;
  const input = {
    app_id: appId,
    body: {
      variant_name: variant,
      base_name: base,
      ...(options.url == null ? { artifact_sha256: manifest.sha256 } : { url: options.url }),
      routes: manifest.routes,
      ...(options.url == null ? { evaluators: manifest.evaluators ?? null } : {}),
      sdk_version: manifest.sdk_version,
      ...(source === null ? {} : { source }),
      environment,
      ...(migrations.length === 0 ? {} : { migrations: [...migrations] }),
      ...(acceptBreaking ? { accept_breaking: true } : {}),
      ...(message == null ? {} : { message }),
    },
  };
  const bound = client.createDeployment(input, target === null ? {} : { ifRevision: target.revision ?? 0 });
  return await withNextSteps(bound, {
    WF_INVALID_INPUT: manifest.packages === undefined ? [] : WITH_OTHER_PACKAGES,
    WF_CONFLICT:
      environment === null ? [] : [`wf env revisions ${shellWord(environment)}`, 'Run the same command again'],
    WF_PROTECTED: environment === null ? [] : deployAndPromoteSteps({ name: environment }, variant),
  });
}
