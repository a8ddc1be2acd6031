import type { Client } from '../client/create-client.ts';
import type { EnvironmentOutput } from '../contract/records/environment.ts';
import type { RouteSchema } from '../contract/records/route-schema.ts';
import type { AppVariantRevision } from '../contract/records/variant.ts';
import { notFound } from '../errors/not-found.ts';
import { ServiceError } from '../errors/service-error.ts';
import { isWfError, UserError } from '../errors/wf-error.ts';
import { deployedRoutes } from './config-fields.ts';
import type { Configuration } from './diff-configurations.ts';
import { resolveAppId } from './resolve-app.ts';
import { showVariant } from './show-variant.ts';

export interface ResolveConfigurationOptions {
  readonly client: Client;
  readonly app: string | null;
  /** `VARIANT[@REVISION]`, `ENVIRONMENT[@REVISION]`, either behind `variant:` or `env:`, or `local`. */
  readonly named: string;
  /** Reads the routes of the project's sources. */
  readonly readLocal: () => Promise<readonly RouteSchema[]>;
}

/**
 * Finds the configuration that somebody named, with the code it belongs to: an environment's is the code it runs, a
 * variant's is the code deployed last, `local` is the defaults of the sources.
 *
 * @throws {WF_NOT_FOUND} when nothing has that name, or the environment runs nothing
 * @throws {WF_USAGE} when a variant and an environment have it
 */
export async function resolveConfiguration(options: ResolveConfigurationOptions): Promise<Configuration> {
  const { kind, name } = readName(options.named);
  if (name === 'local' && kind === null) {
    return { label: 'local', parameters: {}, routes: await options.readLocal() };
  }
  const app_id = await resolveAppId(options);
  const scope = { ...options, app: app_id };
  const variant = kind === 'env' ? null : await findVariant(scope, name);
  const environment = kind === 'variant' ? null : await findEnvironment(scope, name);
  if (variant !== null && environment !== null) throw ambiguous(name);
  if (variant !== null) return variant;
  if (environment !== null) return await readEnvironment(options.client, environment);
  throw await missing(options.client, app_id, name);
}

function readName(named: string): { readonly kind: 'variant' | 'env' | null; readonly name: string } {
  if (named.startsWith('variant:')) return { kind: 'variant', name: named.slice('variant:'.length) };
  if (named.startsWith('env:')) return { kind: 'env', name: named.slice('env:'.length) };
  return { kind: null, name: named };
}

interface Scope {
  readonly client: Client;
  readonly app: string;
}

async function findVariant({ client, app }: Scope, name: string): Promise<Configuration | null> {
  try {
    const variant = await showVariant({ client, app, variant: name });
    return {
      label: `${variant.variant_name}@${variant.revision}`,
      parameters: variant.parameters ?? {},
      routes: await deployedRoutes(client, variant.app_id, variant.base_name),
    };
  } catch (error) {
    // A revision that a variant does not have is its own sentence; a variant that is missing may be an environment.
    if (!isWfError(error) || error.code !== 'WF_NOT_FOUND' || 'status' in error) throw error;
    return null;
  }
}

interface PinnedEnvironment {
  readonly environment: EnvironmentOutput;
  /** Revision of the environment; `null`: what it runs now. */
  readonly revision: number | null;
}

async function findEnvironment({ client, app }: Scope, name: string): Promise<PinnedEnvironment | null> {
  const environments = await client.listAppEnvironments({ app_id: app });
  const exact = environments.find((one) => one.name === name);
  if (exact !== undefined) return { environment: exact, revision: null };
  const [, base, revision] = /^(.+)@([1-9]\d{0,8})$/.exec(name) ?? [];
  const pinned = environments.find((one) => one.name === base);
  return pinned === undefined ? null : { environment: pinned, revision: Number(revision) };
}

async function readEnvironment(client: Client, { environment, revision }: PinnedEnvironment): Promise<Configuration> {
  const { app_id, name: environment_name } = environment;
  const { revisions } = await client.getEnvironmentRevisions({ app_id, environment_name });
  const number = revision ?? environment.revision;
  const run = revisions.find((one) => one.revision === number);
  const stored = run === undefined ? null : await findRevision(client, app_id, run.deployed_app_variant_revision);
  if (run === undefined || stored === null) throw nothingRuns(environment_name, revision, revisions.length);
  return {
    label: `${environment_name}${revision === null ? '' : `@${revision}`} (${stored.variant}@${stored.record.revision})`,
    parameters: stored.record.config.parameters ?? {},
    routes: await routesOfDeployment(client, app_id, run.deployment),
  };
}

/** The interface names what an environment runs by the revision's id alone. */
async function findRevision(
  client: Client,
  app_id: string,
  id: string | null,
): Promise<{ readonly variant: string; readonly record: AppVariantRevision } | null> {
  if (id === null) return null;
  for (const { variant_id, variant_name } of await client.listAppVariants({ app_id })) {
    const revisions = await client.listVariantRevisions({ variant_id });
    const record = revisions.find((one) => one.id === id);
    if (record !== undefined) return { variant: variant_name, record };
  }
  return null;
}

async function routesOfDeployment(client: Client, app_id: string, id: string | null): Promise<readonly RouteSchema[]> {
  try {
    const deployments = id === null ? [] : await client.listDeployments({ app_id });
    return deployments.find((one) => one.id === id)?.routes ?? [];
  } catch (error) {
    // The endpoint is ours: the public service answers 404.
    if (error instanceof ServiceError && error.status === 404) return [];
    throw error;
  }
}

function nothingRuns(name: string, revision: number | null, count: number): UserError {
  return new UserError({
    code: 'WF_NOT_FOUND',
    message:
      revision === null
        ? `Nothing is deployed to ${name} yet.`
        : `Environment ${name} has no revision ${revision}. It has ${count === 0 ? 'none yet' : `1 to ${count}`}.`,
    nextSteps: [revision === null ? `wf env deploy ${name} --variant VARIANT` : `wf env revisions ${name}`],
  });
}

function ambiguous(name: string): UserError {
  return new UserError({
    code: 'WF_USAGE',
    message: `${JSON.stringify(name)} is a variant and an environment.`,
    nextSteps: [`Write variant:${name} or env:${name}`],
  });
}

async function missing(client: Client, app_id: string, name: string): Promise<UserError> {
  const [variants, environments] = await Promise.all([
    client.listAppVariants({ app_id }),
    client.listAppEnvironments({ app_id }),
  ]);
  const available = [...variants.map((one) => one.variant_name), ...environments.map((one) => one.name), 'local'];
  return notFound({ kind: 'variant or environment', name, available, nextSteps: ['wf variants list', 'wf env list'] });
}
