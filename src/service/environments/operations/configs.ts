import type { Operation, OperationContext } from '../../operation/operation.ts';
import { readBases, readRoutes, routesOf } from '../../variants/queries/deployments.ts';
import { locateRevision, readRevisions, readRevisionsById } from '../../variants/queries/revisions.ts';
import { readAllVariants } from '../../variants/queries/variant-lists.ts';
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { wholeParameters } from '../../../contract/deployments/route-fields.ts';
import { hasValue, listValues, valueAt, withValue } from '../../../contract/variants/route-parameters.ts';
import type { ConfigResponse, FetchConfig, NamedConfig, Reference } from '../../../contract/variants/config.ts';
import type { RouteSchema } from '../../../contract/deployments/route-schema.ts';
import type { Parameters } from '../../../contract/variants/variant.ts';
import { userError } from '../../../foundation/errors/wf-error.ts';
import { invalidField } from '../../operation/invalid-field.ts';
import { type Database, type Db, fromJson } from '../../store/schema.ts';
import { addVariantFromBase, deleteVariant, updateVariantParameters } from '../../variants/operations/variants.ts';
import { deployToEnvironment } from './environments.ts';
import { type AppRow, readAllApps } from '../../apps/queries.ts';
import { locateEnvironmentRevision, requireEnvironmentRevision } from '../queries/environments.ts';
import { notFound } from '../../../foundation/closest-names.ts';
import { resolveConfiguration, type ResolvedConfiguration } from '../resolve-configuration.ts';

/** The interface has no pages here. */
const ALL = { order: 'asc', isBehind: '>', limit: Number.MAX_SAFE_INTEGER } as const;

export const listConfigs: Operation<'listConfigs'> = {
  run: async ({ body }, context) => {
    const { db } = context;
    const app = await findReferencedApp(context, body.application_ref);
    const variants = await readAllVariants(db, app.id);
    const rows = await readRevisionsById(
      db,
      variants.map(({ revision_id }) => revision_id),
    );
    const revisions = new Map(rows.map((row) => [row.id, row]));
    const routesById = await readRoutes(
      db,
      variants.map(({ deployment_id }) => deployment_id),
    );
    return variants.flatMap((variant) => {
      const { deployment_id: id, deployment_url: url, revision_id } = variant;
      // A variant that was deleted meanwhile has none.
      const revision = revisions.get(revision_id);
      const code = id === null ? null : { url, routes: routesById(id) };
      const { addressOf } = context.service;
      return revision === undefined
        ? []
        : [toConfigResponse({ app, variant, revision, code, deploy: null, addressOf })];
    });
  },
};

export const listConfigHistory: Operation<'listConfigHistory'> = {
  run: async ({ body }, context) => {
    const { app, config } = await findConfig(context, named(body));
    const revisions = await readRevisions(context.db, config.variant.variant_id, { key: 0, ...ALL });
    const described = await describe(app, config, context);
    return revisions.map((revision) => toConfigResponse({ ...described, revision }));
  },
};

export const fetchConfig: Operation<'fetchConfig'> = {
  run: async ({ body }, context) => {
    const { app, config } = await findConfig(context, body);
    return await answer(app, config, context);
  },
};

export const addConfig: Operation<'addConfig'> = {
  audit: { kind: 'variant', verb: 'created' },
  run: async ({ body }, context) => {
    const app = await findReferencedApp(context, body.application_ref);
    const { slug } = body.variant_ref;
    if (slug == null || slug === '') throw invalid(['variant_ref', 'slug'], 'Field required', 'missing');
    const base_id = await requireOnlyBase(context.db, app);
    return await createConfig({ base_id, name: slug, parameters: {} }, context);
  },
};

export const forkConfig: Operation<'forkConfig'> = {
  audit: { kind: 'variant', verb: 'created' },
  run: async ({ body }, context) => {
    const { variant, revision } = (await findConfig(context, body)).config;
    const name = `${variant.config_name}_${randomBytes(4).toString('hex')}`;
    return await createConfig({ base_id: variant.base_id, name, parameters: fromJson(revision.parameters) }, context);
  },
};

export const commitConfig: Operation<'commitConfig'> = {
  audit: { kind: 'variant', verb: 'changed' },
  run: async ({ body: { config } }, context) => {
    const { params, set_parameters, variant_ref, application_ref } = config;
    if (variant_ref == null) throw invalid(['config', 'variant_ref'], 'Field required', 'missing');
    // The newest revision changes, whichever the reference names.
    const named = { variant_ref: { ...variant_ref, version: null }, application_ref };
    const current = (await findConfig(context, named)).config;
    const { variant_id } = current.variant;
    // A client that does not tell what is set commits what it fetched: what nobody had set, and nobody changed, stays unset.
    const set = set_parameters ?? fromJson<Parameters>(current.variant.parameters);
    const parameters = withoutDefaults(params, set, current);
    // Only a commit without any parameters resets them.
    const unset = Object.keys(params).length === 0 ? {} : { unset: [] };
    await updateVariantParameters.run({ variant_id, body: { parameters, ...unset } }, context);
    return await fetchNewest(variant_id, context);
  },
};

/** Leaves out what a fetched configuration has by default, where nobody changed it. */
function withoutDefaults(params: Parameters, set: Parameters, { deployment }: ResolvedConfiguration): Parameters {
  const defaults = wholeParameters(deployment === null ? [] : routesOf(deployment), set);
  const kept = listValues(params).filter(
    (value) => hasValue(set, value) || !isDeepStrictEqual(value.value, valueAt(defaults, value)),
  );
  return kept.reduce((values: Parameters, one) => withValue(values, one, one.value), {});
}

export const deployConfig: Operation<'deployConfig'> = {
  audit: { kind: 'environment', verb: 'changed' },
  run: async ({ body }, context) => {
    const { app, config } = await findConfig(context, named(body));
    const environment = await readEnvironmentReference(context.db, app.id, body.environment_ref);
    if (environment === null) throw invalid(['environment_ref'], 'The reference names no environment', 'missing');
    const deploy = { variant_id: config.variant.variant_id, revision: config.revision.revision };
    await deployToEnvironment.run({ body: { environment_name: environment.name, ...deploy } }, context);
    const environment_ref = { slug: environment.name };
    const running = await findConfig(context, { environment_ref, application_ref: { id: app.id } });
    return await answer(app, running.config, context);
  },
};

export const deleteConfig: Operation<'deleteConfig'> = {
  audit: { kind: 'variant', verb: 'deleted' },
  run: async ({ body }, context) => {
    const { variant_id } = (await findConfig(context, named(body))).config.variant;
    await deleteVariant.run({ variant_id }, context);
    // The public service answers its status as the body. @source facts §2.3
    return 204;
  },
};

/** Refuses a reference that names nothing, which would otherwise mean production. */
function named<B extends NamedConfig>(body: B): B {
  const { slug, id } = body.variant_ref;
  if (slug == null && id == null) throw invalid(['variant_ref'], 'The reference names no variant', 'missing');
  return body;
}

async function createConfig(
  { base_id, name, parameters }: { readonly base_id: string; readonly name: string; readonly parameters: Parameters },
  context: OperationContext,
) {
  const body = { base_id, new_variant_name: name, new_config_name: name, parameters };
  const { variant_id } = await addVariantFromBase.run({ body }, context);
  return await fetchNewest(variant_id, context);
}

async function fetchNewest(variantId: string, context: OperationContext) {
  const { app, config } = await findConfig(context, { variant_ref: { id: variantId } });
  return await answer(app, config, context);
}

/** A configuration belongs to a base, which the request does not name. */
async function requireOnlyBase(db: Db, app: FoundConfig['app']): Promise<string> {
  const [base, ...others] = await readBases(db, app.id, { name: undefined, after: '', limit: 2 });
  if (base !== undefined && others.length === 0) return base.id;
  const count = base === undefined ? 'no code yet' : 'several bases';
  throw userError(
    'WF_CONFLICT',
    `App ${JSON.stringify(app.name)} has ${count}: fork a configuration, or add a variant from a base.`,
  );
}

function invalid(path: readonly string[], msg: string, type: string) {
  return invalidField(['body', ...path], msg, type);
}

interface FoundConfig {
  readonly app: AppRow;
  readonly config: ResolvedConfiguration;
}

type Caller = Pick<OperationContext, 'db' | 'principal'>;

/** Finds the configuration that references name. @throws {WF_NOT_FOUND} when one of them names nothing */
async function findConfig({ db, principal }: Caller, body: FetchConfig): Promise<FoundConfig> {
  // The id in a variant reference is a revision's, as in the answers; a variant's own id is accepted as well.
  const pinnedId = body.variant_ref?.id ?? null;
  const apps = await readAllApps(db, principal.appIds ?? null);
  const located = pinnedId === null ? null : await locateRevision(db, pinnedId);
  // A revision of an app that the key does not reach is like none.
  const pinned = apps.some(({ id }) => id === located?.appId) ? located : null;
  const app = requireReferencedApp(apps, body.application_ref ?? null, pinned?.appId ?? null);
  const environment = await readEnvironmentReference(db, app.id, body.environment_ref ?? null);
  const variant = pinned?.variantId ?? body.variant_ref?.slug ?? body.variant_ref?.id ?? null;
  const ofVariant = pinned?.revision ?? body.variant_ref?.version ?? null;
  const config = await resolveConfiguration(db, {
    appId: app.id,
    variant,
    environment: environment?.name ?? null,
    revision: variant === null ? (environment?.revision ?? null) : ofVariant,
  });
  return { app, config };
}

/** Finds the app that a reference names, among those that the caller's key reaches. */
async function findReferencedApp({ db, principal }: Caller, reference: Reference): Promise<AppRow> {
  return requireReferencedApp(await readAllApps(db, principal.appIds ?? null), reference, null);
}

function requireReferencedApp(
  apps: readonly AppRow[],
  reference: Reference | null,
  pinnedAppId: string | null,
): AppRow {
  const wanted = reference?.id ?? reference?.slug ?? pinnedAppId;
  const found = apps.find((app) => app.id === wanted) ?? apps.find((app) => app.name === wanted);
  if (found !== undefined) return found;
  if (wanted !== null) throw notFound({ kind: 'app', name: wanted, available: apps.map((app) => app.name) });
  throw invalidField(['body', 'application_ref'], 'Field required', 'missing', 'The reference names no app.');
}

/** An environment is named by its name. The id in a reference is one of its revisions', as in the answers. */
async function readEnvironmentReference(db: Db, appId: string, reference: Reference | null) {
  const { slug = null, id = null, version = null } = reference ?? {};
  if (slug !== null) return { name: slug, revision: version };
  if (id === null) return null;
  return (await locateEnvironmentRevision(db, appId, id)) ?? { name: id, revision: version };
}

async function answer(app: AppRow, config: ResolvedConfiguration, context: Answering): Promise<ConfigResponse> {
  return toConfigResponse(await describe(app, config, context));
}

type Answering = Pick<OperationContext, 'db' | 'service'>;

interface DescribedConfiguration extends Pick<ResolvedConfiguration, 'variant' | 'revision'> {
  readonly app: AppRow;
  readonly code: { readonly url: string | null; readonly routes: readonly RouteSchema[] } | null;
  /** The revision of the environment that was named. */
  readonly deploy: (Database['environment_revisions'] & { readonly name: string }) | null;
  readonly addressOf: OperationContext['service']['addressOf'];
}

/** Reads what an answer has beside the variant and its revision. */
async function describe(
  app: AppRow,
  { variant, revision, deployment, environment }: ResolvedConfiguration,
  { db, service: { addressOf } }: Answering,
): Promise<DescribedConfiguration> {
  const deploy =
    environment === null || environment.revision === null
      ? null
      : { name: environment.name, ...(await requireEnvironmentRevision(db, environment, environment.revision)) };
  const code = deployment === null ? null : { url: deployment.url, routes: routesOf(deployment) };
  return { app, variant, revision, code, deploy, addressOf };
}

function toConfigResponse(described: DescribedConfiguration): ConfigResponse {
  const { app, variant, revision, code, deploy, addressOf } = described;
  const url = code === null ? null : (code.url ?? addressOf(app.id, variant.variant_id));
  const set_parameters = fromJson<Parameters>(revision.parameters);
  return {
    params: wholeParameters(code?.routes ?? [], set_parameters),
    set_parameters,
    url,
    application_ref: { slug: app.name, version: null, id: app.id },
    service_ref: null,
    variant_ref: { slug: variant.config_name, version: revision.revision, id: revision.id },
    environment_ref: deploy === null ? null : { slug: deploy.name, version: deploy.revision, id: deploy.id },
    application_lifecycle: lifecycle(app.created_at, app.updated_at, null, null),
    service_lifecycle: null,
    variant_lifecycle: lifecycle(variant.created_at, revision.created_at, variant.modified_by_id, revision.modified_by),
    environment_lifecycle:
      deploy === null ? null : lifecycle(deploy.created_at, deploy.created_at, null, deploy.modified_by),
  };
}

function lifecycle(created_at: string, updated_at: string, updated_by_id: string | null, updated_by: string | null) {
  return { created_at, updated_at, updated_by_id, updated_by };
}
