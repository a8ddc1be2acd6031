import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import { isWfError, UserError } from '../../foundation/errors/wf-error.ts';
import { type Parsed, refuse } from '../../http/refusal.ts';
import { type AppRow, requireAppNamed } from '../apps/queries.ts';
import { resolveConfiguration } from '../environments/resolve-configuration.ts';
import type { HostedCall, HostedDeployment } from '../hosting/hosting.ts';
import type { HostedLabels } from '../observe/served-request.ts';
import type { Db } from '../store/schema.ts';
import {
  type DeploymentRow,
  findNewestDeployment,
  routesOf,
  toHostedDeployment,
} from '../variants/queries/deployments.ts';
import { requireVariantNamed, type VariantRow } from '../variants/queries/variants.ts';

/** What a call's address and its body name. */
export interface CallTarget {
  /** Name or id. */
  readonly app: string;
  /** Name or id. */
  readonly variant: string;
  /** Ids of the apps that the caller's key reaches; `null`: all. */
  readonly appIds: readonly string[] | null;
  /** The configuration that the call asks for; `null` for a call that runs the code's own. */
  readonly slug: Slug | null;
}

/** The configuration that a deployed call asks for. */
export interface Slug {
  readonly application: string | null;
  readonly variant: string | null;
  readonly environment: string | null;
}

export interface CallPlan {
  readonly deployment: HostedDeployment;
  /** Routes of a self-hosted workflow; `null` for a bundle, which knows its own. */
  readonly routes: readonly RouteSchema[] | null;
  readonly revisionId: HostedCall['revisionId'];
  readonly labels: Omit<HostedLabels, 'route'>;
}

/**
 * Finds what a call runs: a deployed call what its reference names, any other call the variant's own newest code.
 *
 * @throws {WF_NOT_FOUND} for an unknown app or variant in its address
 */
export async function planCall(db: Db, { slug, ...target }: CallTarget): Promise<Parsed<CallPlan>> {
  const app = await requireAppNamed(db, target.app, target.appIds);
  const variant = await requireVariantNamed(db, app.id, target.variant);
  if (slug !== null) return await planDeployedCall(db, app, slug);
  const labels = { app: app.name, variant: variant.variant_name, revision: null, environment: null };
  return { ok: true, value: toPlan(await requireDeployment(db, variant), null, labels) };
}

async function requireDeployment(db: Db, variant: VariantRow): Promise<DeploymentRow> {
  const deployment = await findNewestDeployment(db, variant.base_id);
  if (deployment === null) throw nothingDeployed(variant);
  return deployment;
}

async function planDeployedCall(db: Db, app: AppRow, { application, ...named }: Slug): Promise<Parsed<CallPlan>> {
  if (application !== null && application !== app.id && application !== app.name) {
    const [own, other] = [app.name, application].map((name) => JSON.stringify(name));
    return refuse(400, `A workflow of app ${own} cannot run a configuration of ${other}.`);
  }
  try {
    const { revision, deployment, variant, environment } = await resolveConfiguration(db, {
      appId: app.id,
      revision: null,
      ...named,
    });
    if (deployment === null) throw nothingDeployed(variant);
    const labels = { app: app.name, variant: variant.variant_name, revision: revision.revision };
    const plan = toPlan(deployment, revision.id, { ...labels, environment: environment?.name ?? null });
    if (environment === null) return { ok: true, value: plan };
    const { variables_id: variablesId } = environment;
    const isProtected = environment.protection !== null;
    const hosted = { ...plan.deployment, environment: { variablesId, isProtected } };
    return { ok: true, value: { ...plan, deployment: hosted } };
  } catch (error) {
    // The path is right; the reference in the body is not.
    if (isWfError(error) && error.code === 'WF_NOT_FOUND') return refuse(400, error.message);
    throw error;
  }
}

/** A plan is cached, and must not keep the schemas of routes. */
function toPlan(deployment: DeploymentRow, revisionId: string | null, labels: CallPlan['labels']): CallPlan {
  const routes = deployment.url === null ? null : routesOf(deployment);
  return { deployment: toHostedDeployment(deployment), routes, revisionId, labels };
}

function nothingDeployed(variant: VariantRow): UserError {
  return new UserError({
    code: 'WF_NOT_FOUND',
    message: `Variant ${JSON.stringify(variant.variant_name)} has no deployed code yet.`,
  });
}
