import {
  deleteVariantRecords,
  insertVariant,
  requireVariant,
  showVariant,
  toVariantResponse,
  uriOf,
  type VariantRow,
} from '../queries/variants.ts';
import { appendRevision, readRevisions, requireRevision, toRevisionRecord } from '../queries/revisions.ts';
import { checkParameters } from '../../../contract/deployments/check-parameters.ts';
import type { Parameters, UpdateVariantParameters } from '../../../contract/variants/variant.ts';
import { userError, UserError } from '../../../foundation/errors/wf-error.ts';
import { requireMatch } from '../../operation/if-match.ts';
import type { Change, Operation, OperationContext } from '../../operation/operation.ts';
import { type Db, fromJson } from '../../store/schema.ts';
import {
  keyIn,
  readCommonFilter,
  readNumberStart,
  readPageAfter,
  readSortedStart,
  rowsToRead,
  toPage,
} from '../../store/page.ts';
import { requireApp } from '../../apps/queries.ts';
import { findNewestDeployment, readBases, readRoutes, requireBase, routesOf } from '../queries/deployments.ts';
import {
  countVariants,
  findEnvironmentsRunning,
  findRevisionOfVariant,
  findRunningRevision,
  ORDERS_IN_ROW,
  readAllVariants,
  readVariants,
  VARIANT_ORDERS,
} from '../queries/variant-lists.ts';
import { addLabels, changeMetadata } from '../../labels/change-metadata.ts';
import { invalidField } from '../../operation/invalid-field.ts';

export const listAppVariants: Operation<'listAppVariants'> = {
  run: async ({ app_id, environment, total, ...query }, { db, service: { addressOf } }) => {
    if (environment !== undefined) await requireApp(db, app_id);
    const running = environment === undefined ? undefined : await findRunningRevision(db, app_id, environment);
    const filter = {
      ...readCommonFilter(query),
      appId: app_id,
      name: query.variant_name,
      revisionId: query.variant_revision_id ?? running,
      baseName: query.base_name,
    };
    const start = readSortedStart(query, VARIANT_ORDERS);
    const found = await readVariants(db, { ...filter, start, limit: rowsToRead(query) });
    // An app that has variants exists.
    if (found.rows.length === 0) await requireApp(db, app_id);
    const keyOf = keyIn<VariantRow>(start, 'variant_id', ORDERS_IN_ROW);
    const routesById = await readRoutes(
      db,
      found.rows.map((row) => row.deployment_id),
    );
    const page = toPage(found, query, keyOf, (row) => toVariantResponse(row, routesById(row.deployment_id), addressOf));
    return { ...page, total: total === undefined ? undefined : await countVariants(db, filter) };
  },
};

export const getVariant: Operation<'getVariant'> = {
  revisionOf: ({ revision }) => revision,
  run: async ({ variant_id }, { db, service: { addressOf } }) =>
    await showVariant(db, await requireVariant(db, variant_id), addressOf),
};

export const addVariantFromBase: Operation<'addVariantFromBase'> = {
  audit: { kind: 'variant', verb: 'created' },
  run: async ({ body }, { db, principal, now, record, service: { addressOf } }) => {
    const base = await requireBase(db, body.base_id);
    await requireValidParameters(db, base.id, body.parameters);
    const id = await insertVariant(db, {
      appId: base.app_id,
      baseId: base.id,
      name: body.new_variant_name,
      configName: body.new_config_name,
      parameters: body.parameters,
      principal,
      now,
    });
    const labelled = await addLabels(db, 'variant_labels', id, body.labels);
    const variant = await requireVariant(db, id);
    record({ ...variantChange(variant), before: null, after: variant.revision_id, summary: `created${labelled}` });
    return await showVariant(db, variant, addressOf);
  },
};

export const updateVariantParameters: Operation<'updateVariantParameters'> = {
  audit: { kind: 'variant', verb: 'changed' },
  run: async ({ variant_id, body }, context) => {
    const { db, ifMatch } = context;
    const variant = await requireVariant(db, variant_id);
    requireMatch(ifMatch, `Variant ${JSON.stringify(variant.variant_name)}`, variant.revision);
    const parameters = mergeParameters(fromJson<Parameters>(variant.parameters), body);
    await replaceParameters(variant, parameters, context);
    return null;
  },
};

/** Stores exactly these values as what a variant's next revision sets. */
export async function replaceParameters(
  variant: VariantRow,
  parameters: Parameters,
  { db, principal, now, record }: OperationContext,
): Promise<void> {
  await requireValidParameters(db, variant.base_id, parameters);
  const revision = variant.revision + 1;
  const after = await appendRevision(db, { variantId: variant.variant_id, revision, parameters, principal, now });
  record({ ...variantChange(variant), after, summary: `revision ${revision}` });
}

/** An empty change alone unsets all parameters; with keys to unset, it changes only those. */
function mergeParameters(stored: Parameters, { parameters, unset }: UpdateVariantParameters): Parameters {
  if (unset === undefined && Object.keys(parameters).length === 0) return {};
  const dropped = new Set(unset);
  const kept = Object.entries(stored).filter(([key]) => !dropped.has(key));
  return { ...Object.fromEntries(kept), ...parameters };
}

export const updateVariantMetadata: Operation<'updateVariantMetadata'> = {
  audit: { kind: 'variant', verb: 'changed' },
  run: async ({ variant_id: id, body }, context) => {
    const { db } = context;
    const variant = await requireVariant(db, id);
    const { before: _, ...change } = variantChange(variant);
    const requireUnused = async () => requireNotRunning(db, variant);
    const marked = { id: variant.variant_id, kind: 'variant', archivedAt: variant.archived_at, change } as const;
    return await changeMetadata({ ...marked, requireUnused }, body, context);
  },
};

export const deleteVariant: Operation<'deleteVariant'> = {
  audit: { kind: 'variant', verb: 'deleted' },
  run: async ({ variant_id }, { db, record }) => {
    const variant = await requireVariant(db, variant_id);
    const used = await findRevisionOfVariant(db, variant.variant_id);
    if (used !== null) {
      throw userError(
        'WF_CONFLICT',
        `Variant ${JSON.stringify(variant.variant_name)} is used by revision ${used.revision} of environment ${JSON.stringify(used.environment)}, and cannot be deleted while that can be restored.`,
      );
    }
    await deleteVariantRecords(db, variant.variant_id);
    record({ ...variantChange(variant), summary: `deleted at revision ${variant.revision}` });
    return null;
  },
};

/** @throws {WF_CONFLICT} while an environment runs the variant */
async function requireNotRunning(db: Db, { variant_id, variant_name }: VariantRow): Promise<void> {
  const running = await findEnvironmentsRunning(db, variant_id);
  if (running.length === 0) return;
  const names = running.map((name) => JSON.stringify(name)).join(', ');
  throw userError(
    'WF_CONFLICT',
    `Variant ${JSON.stringify(variant_name)} cannot be archived while it runs in ${names}.`,
  );
}

function variantChange(variant: VariantRow): Change {
  const { variant_id: id, variant_name: name, app_id: appId, revision_id: before } = variant;
  return { kind: 'variant', id, name, appId, before };
}

/**
 * Checks the resolved configuration: what is not set has the code's default, which its own schema accepts. Checks nothing
 * while the base has no deployed code: there is no schema to break.
 */
async function requireValidParameters(db: Db, baseId: string, parameters: Parameters): Promise<void> {
  const deployment = await findNewestDeployment(db, baseId);
  if (deployment === null) return;
  const items = checkParameters(routesOf(deployment), parameters, ['body', 'parameters']);
  if (items.length === 0) return;
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: 'The parameters break the configuration schema of the deployed routes.',
    details: items,
  });
}

export const listVariantRevisions: Operation<'listVariantRevisions'> = {
  run: async ({ variant_id, ...paging }, { db }) => {
    const variant = await requireVariant(db, variant_id);
    const page = readNumberStart(paging);
    const rows = await readRevisions(db, variant.variant_id, page);
    const routes = (await readRoutes(db, [variant.deployment_id]))(variant.deployment_id);
    return toPage(rows, paging, 'revision', (row) => toRevisionRecord(row, variant.config_name, routes));
  },
};

export const getVariantRevision: Operation<'getVariantRevision'> = {
  run: async ({ variant_id, revision }, { db }) => {
    const variant = await requireVariant(db, variant_id);
    const routesById = await readRoutes(db, [variant.deployment_id]);
    const row = await requireRevision(db, variant, revision);
    return toRevisionRecord(row, variant.config_name, routesById(variant.deployment_id));
  },
};

export const listBases: Operation<'listBases'> = {
  run: async ({ app_id, base_name, ...paging }, { db }) => {
    const app = await requireApp(db, app_id);
    const page = readPageAfter(paging, '');
    const rows = await readBases(db, app.id, { name: base_name, ...page });
    return toPage(rows, paging, 'name', (row) => ({ base_id: row.id, base_name: row.name }));
  },
};

export const getServiceUrl: Operation<'getServiceUrl'> = {
  run: async ({ base_id, variant_id }, { db, service: { addressOf } }) => {
    const uri = uriOf(await requireServed(db, base_id, variant_id), addressOf);
    if (uri !== null) return { uri };
    throw userError('WF_NOT_FOUND', 'No server serves it.');
  },
};

/** The address of a base is that of its first variant. */
async function requireServed(db: Db, baseId: string | undefined, variantId: string | undefined): Promise<VariantRow> {
  if (variantId !== undefined) return await requireVariant(db, variantId);
  if (baseId === undefined) throw invalidField(['query', 'variant_id'], 'Name a base or a variant', 'missing');
  const base = await requireBase(db, baseId);
  const variant = (await readAllVariants(db, base.app_id)).find(({ base_id }) => base_id === base.id);
  if (variant !== undefined) return variant;
  throw userError('WF_NOT_FOUND', `Base ${JSON.stringify(base.name)} has no variant.`);
}
