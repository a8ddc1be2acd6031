import type { Operation } from '../../operation/operation.ts';
import { findNewestDeployment, readBases } from '../../variants/queries/deployments.ts';
import { readRevision, readRevisions } from '../../variants/queries/revisions.ts';
import { readAllVariants } from '../../variants/queries/variant-lists.ts';
import {
  findConfig,
  findReferencedApp,
  toConfigResponse,
  type FoundConfig,
  readEnvironmentReference,
} from '../config-references.ts';
import { randomBytes } from 'node:crypto';
import type { NamedConfig } from '../../../contract/variants/config.ts';
import type { Parameters } from '../../../contract/variants/variant.ts';
import { userError } from '../../../foundation/errors/wf-error.ts';
import { invalidField } from '../../operation/invalid-field.ts';
import type { OperationContext } from '../../operation/context.ts';
import { fromJson } from '../../store/json-column.ts';
import type { Db } from '../../store/schema.ts';
import { addVariantFromBase, deleteVariant, updateVariantParameters } from '../../variants/operations/variants.ts';
import { deployToEnvironment } from './environments.ts';

/** The interface has no pages here. */
const ALL = { order: 'asc', isBehind: '>', limit: Number.MAX_SAFE_INTEGER } as const;

export const listConfigs: Operation<'listConfigs'> = {
  access: 'read',
  run: async ({ body }, context) => {
    const { db } = context;
    const app = await findReferencedApp(context, body.application_ref);
    const variants = await readAllVariants(db, app.id);
    const configs = variants.map(async (variant) => {
      const revision = await readRevision(db, variant.revision_id);
      const deployment = await findNewestDeployment(db, variant.base_id);
      return await toConfigResponse(app, { variant, revision, deployment, environment: null }, context);
    });
    return await Promise.all(configs);
  },
};

export const listConfigHistory: Operation<'listConfigHistory'> = {
  access: 'read',
  run: async ({ body }, context) => {
    const { app, config } = await findConfig(context, named(body));
    const revisions = await readRevisions(context.db, config.variant.variant_id, { key: 0, ...ALL });
    const configs = revisions.map(async (revision) => await toConfigResponse(app, { ...config, revision }, context));
    return await Promise.all(configs);
  },
};

export const fetchConfig: Operation<'fetchConfig'> = {
  access: 'read',
  run: async ({ body }, context) => {
    const { app, config } = await findConfig(context, body);
    return await toConfigResponse(app, config, context);
  },
};

export const addConfig: Operation<'addConfig'> = {
  access: 'write',
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
  access: 'write',
  audit: { kind: 'variant', verb: 'created' },
  run: async ({ body }, context) => {
    const { variant, revision } = (await findConfig(context, body)).config;
    const name = `${variant.config_name}_${randomBytes(4).toString('hex')}`;
    return await createConfig({ base_id: variant.base_id, name, parameters: fromJson(revision.parameters) }, context);
  },
};

export const commitConfig: Operation<'commitConfig'> = {
  access: 'write',
  audit: { kind: 'variant', verb: 'changed' },
  run: async ({ body: { config } }, context) => {
    const { params: parameters, variant_ref, application_ref } = config;
    if (variant_ref == null) throw invalid(['config', 'variant_ref'], 'Field required', 'missing');
    // The newest revision changes, whichever the reference names.
    const named = { variant_ref: { ...variant_ref, version: null }, application_ref };
    const { variant_id } = (await findConfig(context, named)).config.variant;
    await updateVariantParameters.run({ variant_id, body: { parameters } }, context);
    return await fetchNewest(variant_id, context);
  },
};

export const deployConfig: Operation<'deployConfig'> = {
  access: 'write',
  audit: { kind: 'environment', verb: 'changed' },
  run: async ({ body }, context) => {
    const { app, config } = await findConfig(context, named(body));
    const environment = await readEnvironmentReference(context.db, app.id, body.environment_ref);
    if (environment === null) throw invalid(['environment_ref'], 'The reference names no environment', 'missing');
    const deploy = { variant_id: config.variant.variant_id, revision: config.revision.revision };
    await deployToEnvironment.run({ body: { environment_name: environment.name, ...deploy } }, context);
    const environment_ref = { slug: environment.name };
    const running = await findConfig(context, { environment_ref, application_ref: { id: app.id } });
    return await toConfigResponse(app, running.config, context);
  },
};

export const deleteConfig: Operation<'deleteConfig'> = {
  access: 'write',
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
  return await toConfigResponse(app, config, context);
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
