import type { RouteSchema } from '../../../contract/deployments/route-schema.ts';
import type { Parameters } from '../../../contract/variants/variant.ts';
import { notFound } from '../../../foundation/closest-names.ts';
import { userError } from '../../../foundation/errors/wf-error.ts';
import { invalidField } from '../../operation/invalid-field.ts';
import { type Operation, type OperationContext, requireRole } from '../../operation/operation.ts';
import { relocate } from '../../operation/relocate.ts';
import { fromJson } from '../../store/schema.ts';
import { requireApp } from '../../apps/queries.ts';
import { addVariantFromBase, replaceParameters } from '../../variants/operations/variants.ts';
import { readRoutes, requireBase, routesOf } from '../../variants/queries/deployments.ts';
import { readRevision, type RevisionRow, toRevisionRecord } from '../../variants/queries/revisions.ts';
import { findEnvironmentsRunning, readAllVariants } from '../../variants/queries/variant-lists.ts';
import { requireVariant, toVariantResponse, type VariantRow } from '../../variants/queries/variants.ts';
import { requireEnvironmentRevisionById } from '../queries/environments.ts';
import { resolveConfiguration } from '../resolve-configuration.ts';
import { deployToEnvironment, rollbackEnvironment } from './environments.ts';

/** What is deployed has the parameters of the request. */
const OF_SAVE = [{ from: ['body', 'variant_id'], to: ['body', 'parameters'] }];

export const getBaseConfig: Operation<'getBaseConfig'> = {
  run: async ({ base_id, config_name, environment_name }, { db }) => {
    const base = await requireBase(db, base_id);
    if (config_name === undefined && environment_name === undefined)
      throw invalidField(['query', 'config_name'], 'Name a configuration or an environment', 'missing');
    if (environment_name === undefined) {
      const variant = await requireConfigOf(db, base, config_name ?? '');
      const routesById = await readRoutes(db, [variant.deployment_id]);
      return toBaseConfig(variant, await readRevision(db, variant.revision_id), routesById(variant.deployment_id));
    }
    const where = { appId: base.app_id, variant: null, environment: environment_name, revision: null };
    const { variant, revision, deployment } = await resolveConfiguration(db, where);
    if (variant.base_id === base.id)
      return toBaseConfig(variant, revision, deployment === null ? [] : routesOf(deployment));
    const message = `Environment ${JSON.stringify(environment_name)} does not run base ${JSON.stringify(base.name)}.`;
    throw userError('WF_NOT_FOUND', message);
  },
};

export const saveBaseConfig: Operation<'saveBaseConfig'> = {
  audit: { kind: 'variant', verb: 'changed' },
  run: async ({ body: { base_id, config_name, parameters, overwrite } }, context) => {
    const base = await requireBase(context.db, base_id);
    const configs = await readConfigsOf(context.db, base);
    const variant = configs.find((one) => one.config_name === config_name);
    if (variant === undefined) {
      const body = { base_id, new_variant_name: config_name, new_config_name: config_name, parameters };
      await addVariantFromBase.run({ body }, context);
      return null;
    }
    // The first one came with the code, and is used as it is, with the defaults of the code.
    if (!overwrite && (variant === configs[0] || !(await isEmpty(context.db, variant))))
      throw userError(
        'WF_CONFLICT',
        `Configuration ${JSON.stringify(config_name)} exists: choose another name, or set overwrite.`,
      );
    requireRole(context.principal, 'operator');
    await replaceParameters(variant, parameters, context);
    const body = { environment_name: 'production', variant_id: variant.variant_id };
    await relocate(OF_SAVE, () => deployToEnvironment.run({ body }, context));
    return null;
  },
};

export const getDeployedConfig: Operation<'getDeployedConfig'> = {
  run: async ({ deployment_revision_id: id }, { db, principal: { appIds = null } }) => {
    const { variant_revision_id, deployment_id } = await requireEnvironmentRevisionById(db, id, appIds);
    const revision = await readRevision(db, variant_revision_id);
    const routesById = await readRoutes(db, [deployment_id]);
    return toBaseConfig(await requireVariant(db, revision.variant_id), revision, routesById(deployment_id));
  },
};

export const revertDeployment: Operation<'revertDeployment'> = {
  audit: { kind: 'environment', verb: 'changed' },
  run: async ({ deployment_revision_id: id }, context) => {
    const { db, principal } = context;
    const { environment_name, app_id, revision } = await requireEnvironmentRevisionById(
      db,
      id,
      principal.appIds ?? null,
    );
    const made = await rollbackEnvironment.run({ environment_name, body: { app_id, revision } }, context);
    return `Environment ${environment_name} runs revision ${revision} again, as revision ${made.revision ?? 0}.`;
  },
};

export const getVariantByEnvironment: Operation<'getVariantByEnvironment'> = {
  run: async ({ app_id: appId, environment }, { db, service: { addressOf } }) => {
    const app = await requireApp(db, appId);
    const resolved = await resolveConfiguration(db, { appId: app.id, variant: null, environment, revision: null });
    const { revision, parameters } = resolved.revision;
    const routes = resolved.deployment === null ? [] : routesOf(resolved.deployment);
    return toVariantResponse({ ...resolved.variant, revision, parameters }, routes, addressOf);
  },
};

/** A configuration that somebody added and nobody filled yet. One that runs is used as it is, with the code's defaults. */
async function isEmpty(db: Db, { variant_id, parameters }: VariantRow): Promise<boolean> {
  if (Object.keys(fromJson<Parameters>(parameters)).length > 0) return false;
  return (await findEnvironmentsRunning(db, variant_id)).length === 0;
}

type Base = Awaited<ReturnType<typeof requireBase>>;
type Db = OperationContext['db'];

async function readConfigsOf(db: Db, base: Base): Promise<VariantRow[]> {
  return (await readAllVariants(db, base.app_id)).filter(({ base_id }) => base_id === base.id);
}

async function requireConfigOf(db: Db, base: Base, name: string): Promise<VariantRow> {
  const configs = await readConfigsOf(db, base);
  const found = configs.find(({ config_name }) => config_name === name);
  if (found !== undefined) return found;
  throw notFound({ kind: 'configuration', name, available: configs.map(({ config_name }) => config_name) });
}

function toBaseConfig({ config_name }: VariantRow, row: RevisionRow, routes: readonly RouteSchema[]) {
  const { parameters, set_parameters } = toRevisionRecord(row, config_name, routes).config;
  return { config_name, current_version: row.revision, parameters: parameters ?? {}, set_parameters };
}
