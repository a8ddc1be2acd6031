import {
  findAppOfRevision,
  readSetParameters,
  readRevision,
  requireRevision,
  type RevisionRow,
} from '../variants/queries/revisions.ts';
import type { Parameters } from '../../contract/variants/variant.ts';
import { userError } from '../../foundation/errors/wf-error.ts';
import type { ConfigurationReference } from '../../contract/variants/config.ts';
import { type Db, fromJson } from '../store/schema.ts';
import { requireVariant, type VariantRow, requireVariantNamed } from '../variants/queries/variants.ts';
import { defaultsOf, overlay } from '../../contract/deployments/route-fields.ts';
import {
  type DeploymentRow,
  findDeployment,
  findNewestDeployment,
  readRoutes,
} from '../variants/queries/deployments.ts';
import { loadOnce, type LoadedOnce } from '../../foundation/load-once.ts';
import { requireEnvironment, requireEnvironmentRevision, type EnvironmentRow } from './queries/environments.ts';

/** The app of the asking workflow. */
export interface OwnApp {
  readonly app_id: string;
  readonly app_name: string;
}

/** A bundle that asks: the same object for each question of a process. */
interface OwnCode extends OwnApp {
  /** Id of its deployment. */
  readonly id: string;
}

/**
 * Creates the function that finds the parameters that a running bundle asks for. Its own code fills in what nobody set,
 * whichever code the service would call now. The function throws `WF_NOT_FOUND` when the reference names nothing, or a
 * record of another app.
 */
export function createBundleResolver(db: Db) {
  // Questions may come fast, and the schemas that have the defaults may be large.
  const defaults = new WeakMap<OwnCode, LoadedOnce<Parameters>>();
  return async (own: OwnCode, reference: ConfigurationReference): Promise<Parameters> => {
    const known = defaults.get(own) ?? loadOnce(async () => defaultsOf((await readRoutes(db, [own.id]))(own.id)));
    defaults.set(own, known);
    return overlay(await known.get(), await resolveOwnConfiguration(db, own, reference));
  };
}

/**
 * Finds what is set of the parameters that a running workflow asks for. A workflow can read only its own app's.
 *
 * @throws {WF_NOT_FOUND} when the reference names nothing, or a record of another app
 */
export async function resolveOwnConfiguration(
  db: Db,
  own: OwnApp,
  { revision, application, variant, environment, version }: ConfigurationReference,
): Promise<Parameters> {
  if (revision != null) {
    await requireOwnRevision(db, own.app_id, revision);
    return await readSetParameters(db, revision);
  }
  requireOwnApp(own, application ?? null);
  const resolved = await resolveConfiguration(db, {
    appId: own.app_id,
    variant: variant ?? null,
    environment: environment ?? null,
    revision: version ?? null,
  });
  return fromJson(resolved.revision.parameters);
}

async function requireOwnRevision(db: Db, appId: string, revisionId: string): Promise<void> {
  if ((await findAppOfRevision(db, revisionId)) === appId) return;
  throw userError('WF_NOT_FOUND', `The app has no variant revision with the id ${revisionId}.`);
}

function requireOwnApp({ app_id, app_name }: OwnApp, application: string | null): void {
  if (application === null || application === app_id || application === app_name) return;
  throw userError(
    'WF_NOT_FOUND',
    `A workflow of app ${JSON.stringify(app_name)} cannot read the configuration of ${JSON.stringify(application)}.`,
  );
}

/** Names a configuration within an app: variant before environment, and `production` when neither is named. */
interface AppReference {
  readonly appId: string;
  /** Name, configuration name or id of a variant. */
  readonly variant: string | null;
  readonly environment: string | null;
  /** Revision of the variant, or else of the environment; the newest when null. */
  readonly revision: number | null;
}

type EnvironmentAt = Pick<EnvironmentRow, 'id' | 'name' | 'revision' | 'protection' | 'variables_id'>;

export interface ResolvedConfiguration {
  readonly variant: VariantRow;
  readonly revision: RevisionRow;
  /** The code it runs with; `null` when none is deployed. */
  readonly deployment: DeploymentRow | null;
  /** The environment at the requested revision; `null` when the variant was named directly. */
  readonly environment: EnvironmentAt | null;
}

/**
 * Resolves a reference to a revision and the code that runs with it.
 *
 * @throws {WF_NOT_FOUND} when nothing has the name, or the environment runs nothing yet
 * @source seed §4.7
 */
export async function resolveConfiguration(
  db: Db,
  { appId, variant, environment, revision }: AppReference,
): Promise<ResolvedConfiguration> {
  return variant === null
    ? await resolveEnvironment(db, appId, environment ?? 'production', revision)
    : await resolveVariant(db, appId, variant, revision);
}

async function resolveVariant(db: Db, appId: string, name: string, number: number | null) {
  const variant = await requireVariantNamed(db, appId, name);
  const revision = await requireRevision(db, variant, number ?? variant.revision);
  const deployment = await findNewestDeployment(db, variant.base_id);
  return { variant, revision, deployment, environment: null };
}

async function resolveEnvironment(db: Db, appId: string, name: string, number: number | null) {
  const environment = await requireEnvironment(db, appId, name);
  const ran = number === null ? environment : await requireEnvironmentRevision(db, environment, number);
  if (ran.variant_revision_id === null)
    throw userError('WF_NOT_FOUND', `Nothing is deployed to environment ${JSON.stringify(name)} yet.`);
  const revision = await readRevision(db, ran.variant_revision_id);
  return {
    variant: await requireVariant(db, revision.variant_id),
    revision,
    deployment: ran.deployment_id === null ? null : await findDeployment(db, ran.deployment_id),
    environment: { ...environment, name, revision: ran.revision, variables_id: ran.variables_id },
  };
}
