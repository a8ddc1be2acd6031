import type { Operation, OperationContext } from '../../operation/operation.ts';
import { readBases, readRoutes, routesOf } from '../../variants/queries/deployments.ts';
import { locateRevision, readAllRevisions, readRevisionsById } from '../../variants/queries/revisions.ts';
import { readAllVariants } from '../../variants/queries/variant-lists.ts';
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { wholeParameters } from '../../../contract/deployments/route-fields.ts';
import { hasValue, listValues, valueAt, withValue } from '../../../contract/variants/route-parameters.ts';
import type { ConfigResponse, FetchConfig, Reference } from '../../../contract/variants/config.ts';
import type { RouteSchema } from '../../../contract/deployments/route-schema.ts';
import type { Parameters } from '../../../contract/variants/variant.ts';
import { userError } from '../../../foundation/errors/wf-error.ts';
import { relocate } from '../../operation/relocate.ts';
import { type Database, type Db, fromJson } from '../../store/schema.ts';
import { addVariantFromBase, deleteVariant, updateVariantParameters } from '../../variants/operations/variants.ts';
import { deployToEnvironment } from './environments.ts';
import { type AppRow, readAllApps } from '../../apps/queries.ts';
import { locateEnvironmentRevision, requireEnvironmentRevision } from '../queries/environments.ts';
import { notFound } from '../../../foundation/closest-names.ts';
import { resolveConfiguration, type ResolvedConfiguration } from '../resolve-configuration.ts';

const OF_COMMIT = [{ from: ['body', 'parameters'], to: ['body', 'config', 'params'] }];
const OF_DEPLOY = [{ from: ['body', 'variant_id'], to: ['body', 'variant_ref'] }];
const OF_CREATE = [{ from: ['body', 'parameters'], to: ['body', 'variant_ref'], isNamed: true }];

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
    const { app, config } = await findConfig(context, body);
    const revisions = await readAllRevisions(context.db, config.variant.variant_id);
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
    const base_id = await requireOnlyBase(context.db, app);
    return await createConfig({ base_id, name: body.variant_ref.slug, parameters: {} }, context);
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
    // The newest revision changes, whichever the reference names.
    const named = { variant_ref: { ...variant_ref, version: null }, application_ref };
    const current = (await findConfig(context, named)).config;
    const { variant_id } = current.variant;
    // A client that does not tell what is set commits what it fetched: what nobody had set, and nobody changed, stays unset.
    const set = set_parameters ?? fromJson<Parameters>(current.variant.parameters);
    const parameters = withoutDefaults(params, set, current);
    // Only a commit without any parameters resets them.
    const unset = Object.keys(params).length === 0 ? {} : { unset: [] };
    const change = { variant_id, body: { parameters, ...unset } };
    await relocate(OF_COMMIT, () => updateVariantParameters.run(change, context));
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
    const { app, config, environment } = await findConfig(context, body);
    const deploy = { variant_id: config.variant.variant_id, revision: config.revision.revision };
    // The body's schema requires that it is named.
    const environment_name = environment?.name ?? '';
    await relocate(OF_DEPLOY, () => deployToEnvironment.run({ body: { environment_name, ...deploy } }, context));
    const environment_ref = { slug: environment_name };
    const running = await findConfig(context, { environment_ref, application_ref: { id: app.id } });
    return await answer(app, running.config, context);
  },
};

export const deleteConfig: Operation<'deleteConfig'> = {
  audit: { kind: 'variant', verb: 'deleted' },
  run: async ({ body }, context) => {
    const { variant_id } = (await findConfig(context, body)).config.variant;
    await deleteVariant.run({ variant_id }, context);
    // The public service answers its status as the body. @source facts §2.3
    return 204;
  },
};

async function createConfig(
  { base_id, name, parameters }: { readonly base_id: string; readonly name: string; readonly parameters: Parameters },
  context: OperationContext,
) {
  const body = { base_id, new_variant_name: name, new_config_name: name, parameters };
  const { variant_id } = await relocate(OF_CREATE, () => addVariantFromBase.run({ body }, context));
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

interface FoundConfig {
  readonly app: AppRow;
  readonly config: ResolvedConfiguration;
  /** The environment that is named, and at which revision; `null`: none, or its newest. */
  readonly environment: { readonly name: string; readonly revision: number | null } | null;
}

type Caller = Pick<OperationContext, 'db' | 'principal'>;

/** Finds the configuration that references name. @throws {WF_NOT_FOUND} when one of them names nothing */
async function findConfig({ db, principal }: Caller, body: FetchConfig): Promise<FoundConfig> {
  const { variant_ref, environment_ref } = body;
  const apps = await readAllApps(db, principal.appIds ?? null);
  // A revision of an app that the key does not reach is like none.
  const reached = <T extends { readonly appId: string }>(located: T | null) =>
    apps.some(({ id }) => id === located?.appId) ? located : null;
  // The ids are those of revisions, as in the answers; a variant's own id is accepted as well.
  const pinned = variant_ref?.id == null ? null : reached(await locateRevision(db, variant_ref.id));
  const ran = environment_ref?.id == null ? null : reached(await locateEnvironmentRevision(db, environment_ref.id));
  const app = requireReferencedApp(apps, body, pinned ?? ran);
  const environment = environmentOf(environment_ref ?? {}, ran?.appId === app.id ? ran : null);
  const variant = pinned?.variantId ?? variant_ref?.slug ?? variant_ref?.id ?? null;
  const ofVariant = pinned?.revision ?? variant_ref?.version ?? null;
  const config = await resolveConfiguration(db, {
    appId: app.id,
    variant,
    environment: environment?.name ?? null,
    revision: variant === null ? (environment?.revision ?? null) : ofVariant,
  });
  return { app, config, environment };
}

/** Finds the app that a reference names, among those that the caller's key reaches. */
async function findReferencedApp({ db, principal }: Caller, reference: Reference): Promise<AppRow> {
  return requireReferencedApp(await readAllApps(db, principal.appIds ?? null), { application_ref: reference }, null);
}

function requireReferencedApp(
  apps: readonly AppRow[],
  { application_ref, variant_ref, environment_ref }: FetchConfig,
  located: { readonly appId: string } | null,
): AppRow {
  const wanted = application_ref?.id ?? application_ref?.slug ?? located?.appId;
  const found = apps.find((app) => app.id === wanted) ?? apps.find((app) => app.name === wanted);
  if (found !== undefined) return found;
  if (wanted !== undefined) throw notFound({ kind: 'app', name: wanted, available: apps.map((app) => app.name) });
  // The body's schema requires one of them, where it names no app.
  const kind = variant_ref?.id == null ? 'environment revision' : 'variant revision';
  const id = variant_ref?.id ?? environment_ref?.id;
  throw userError('WF_NOT_FOUND', `No ${kind} has the id ${JSON.stringify(id)}.`);
}

/** Names an environment by its reference; the id is one of its revisions', or its name. */
function environmentOf({ slug, id, version = null }: Reference, ran: FoundConfig['environment']) {
  const name = slug ?? ran?.name ?? id ?? null;
  return name === null ? null : { name, revision: slug == null && ran !== null ? ran.revision : version };
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
