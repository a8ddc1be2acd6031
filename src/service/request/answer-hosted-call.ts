import { requireAppNamed, type AppRow } from '../apps/queries.ts';
import { isWfError, UserError } from '../../errors/wf-error.ts';
import { readBody } from '../../http/read-body.ts';
import type { Slices } from '../../http/create-slices.ts';
import type { Incoming } from '../../http/incoming.ts';
import { type Parsed, refuse } from '../../http/refusal.ts';
import { askHealth } from '../hosting/calls/ask-health.ts';
import type { ForwardedRequest, HostedAnswer, HostedCall, HostedEnvironment, Hosting } from '../hosting/hosting.ts';
import { isWorkflowPath } from './is-workflow-path.ts';
import { readSlug, type Slug } from './read-slug.ts';
import { requireVariantNamed, type VariantRow } from '../variants/queries/variants.ts';
import { resolveConfiguration } from '../environments/resolve-configuration.ts';
import { type Outcome, refused } from './run-operation.ts';
import {
  type DeploymentRow,
  findNewestDeployment,
  routesOf,
  toHostedDeployment,
} from '../variants/queries/deployments.ts';
import type { Db } from '../store/schema.ts';

export interface HostedCallOptions {
  readonly db: Db;
  readonly hosting: Hosting;
  readonly bodyBytes: number;
  readonly slices: Slices;
  /** Ids of the apps that the caller's key reaches; `null`: all. */
  readonly appIds: readonly string[] | null;
}

/** Longer bodies wait for their turn. */
const LONG = 32_768;

/** Splits `/services/{app}/{variant}/run/x` into its parts; `null` for another path. */
export function parseHostedPath(pathname: string): { app: string; variant: string; path: string } | null {
  const [, app, variant, path] = /^\/services\/([^/]+)\/([^/]+)(\/.*)?$/.exec(pathname) ?? [];
  if (app === undefined || variant === undefined) return null;
  return { app, variant, path: path ?? '/' };
}

/**
 * Answers a call of a deployed route, through its host.
 *
 * @throws {WF_NOT_FOUND} for an unknown app or variant
 * @source design §4, seed §4.6
 */
export async function answerHostedCall(
  { app: appName, variant: variantName, path }: { app: string; variant: string; path: string },
  { incoming, toWeb }: { readonly incoming: Incoming; readonly toWeb: () => Request },
  url: URL,
  options: HostedCallOptions,
): Promise<Outcome> {
  const { db, hosting, bodyBytes, slices, appIds } = options;
  const app = await requireAppNamed(db, decode(appName), appIds);
  const variant = await requireVariantNamed(db, app.id, decode(variantName));
  const { method } = incoming;
  if (method === 'GET' && path === '/health') {
    const deployment = toHostedDeployment(await requireDeployment(db, variant));
    if (deployment.url === null) return toOutcome(await askHealth(hosting, deployment, incoming.signal));
  }
  const request = toWeb();
  const body = request.body === null ? null : await readBody(request, bodyBytes);
  if (body !== null && !body.ok) return refused(body.refusal);
  if ((body?.value.length ?? 0) > LONG) await slices.pause();
  const slug = await readSlugOf(path, request.method, body?.value ?? null, slices);
  if (slug !== null && !slug.ok) return refused(slug.refusal);
  const plan = await planCall(db, app, variant, slug?.value ?? null);
  if (!plan.ok) return refused(plan.refusal);
  const { deployment, environment } = plan.value;
  if (deployment.url !== null && !isWorkflowPath(path, request.method, routesOf(deployment))) {
    return refused(refuse(404, `The workflow serves no ${request.method} ${path}.`).refusal);
  }
  const response = await hosting.call({
    deployment: { ...toHostedDeployment(deployment), ...(environment === undefined ? {} : { environment }) },
    path: `${path}${url.search}`,
    request: withBody(request, body?.value ?? null),
    revisionId: plan.value.revisionId,
  });
  return { kind: 'web', response };
}

function toOutcome({ status, text, retryAfter }: HostedAnswer): Outcome {
  const headers = { 'content-type': 'application/json', ...(retryAfter !== null && { 'retry-after': retryAfter }) };
  return { kind: 'plain', answer: { status, headers, body: text } };
}

type Plan = {
  readonly deployment: DeploymentRow;
  readonly revisionId: HostedCall['revisionId'];
  readonly environment?: HostedEnvironment;
};

/** A deployed call runs what its reference names; any other call runs the variant's own newest code. */
async function planCall(db: Db, app: AppRow, variant: VariantRow, slug: Slug | null): Promise<Parsed<Plan>> {
  if (slug !== null) return await planDeployedCall(db, app, slug);
  return { ok: true, value: { deployment: await requireDeployment(db, variant), revisionId: null } };
}

async function requireDeployment(db: Db, variant: VariantRow): Promise<DeploymentRow> {
  const deployment = await findNewestDeployment(db, variant.base_id);
  if (deployment === null) throw nothingDeployed(variant);
  return deployment;
}

/** @returns `null` for a call without a slug */
async function readSlugOf(
  path: string,
  method: string,
  body: Uint8Array | null,
  slices: Slices,
): Promise<Parsed<Slug> | null> {
  return method === 'POST' && isDeployedForm(path) ? await readSlug(body, slices) : null;
}

/** `/run`, `/run/x` and `/generate_deployed`, as in seed §4.6. */
function isDeployedForm(path: string): boolean {
  const bare = path.replace(/\/+$/, '');
  return bare === '/run' || bare.startsWith('/run/') || bare === '/generate_deployed';
}

async function planDeployedCall(db: Db, app: AppRow, { application, ...named }: Slug): Promise<Parsed<Plan>> {
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
    const planned = { deployment, revisionId: revision.id };
    if (environment === null) return { ok: true, value: planned };
    const { variables_id: variablesId } = environment;
    const isProtected = environment.protection !== null;
    return { ok: true, value: { ...planned, environment: { variablesId, isProtected } } };
  } catch (error) {
    // The path is right; the reference in the body is not.
    if (isWfError(error) && error.code === 'WF_NOT_FOUND') return refuse(400, error.message);
    throw error;
  }
}

/** Creates the forwarded request: with the body read earlier, and without the key, which the workflow must not see. */
function withBody({ method, headers: given, signal }: Request, body: Uint8Array | null): ForwardedRequest {
  const headers = new Headers(given);
  headers.delete('x-api-key');
  return { method, headers, signal, body };
}

function nothingDeployed(variant: VariantRow): UserError {
  return new UserError({
    code: 'WF_NOT_FOUND',
    message: `Variant ${JSON.stringify(variant.variant_name)} has no deployed code yet.`,
    nextSteps: ['wf deploy'],
  });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
