import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import type { AppVariantResponse } from '../../contract/variants/variant.ts';
import { setValuesOf } from '../../contract/variants/route-parameters.ts';
import { usageError } from '../../foundation/errors/wf-error.ts';
import { changeLabels, changesLabels, type LabelChange } from '../labels/change-labels.ts';
import { type ChangedVariant, changeParameters } from '../../client/public/change-parameters.ts';
import { listDeployedRoutes, resolveVariant, type ResolveVariantOptions } from './resolve-variant.ts';
import { assignFields, type FieldChanges } from './fields/assign-fields.ts';
import { isDeepStrictEqual } from 'node:util';

export interface UpdateVariantOptions extends ResolveVariantOptions, Required<FieldChanges> {
  readonly labels?: LabelChange;
}

export interface UpdatedVariant extends ChangedVariant {
  /** Whether its parameters changed, as a new revision. */
  readonly isRevised: boolean;
}

const NO_LABELS: LabelChange = { set: {}, unset: [], archived: null };

/**
 * Changes a variant's parameters as a new revision, and its labels.
 *
 * @throws {WF_USAGE} when there is nothing to change
 * @throws {WF_INVALID_INPUT} when the parameters do not match the deployed schema
 * @throws {WF_CONFLICT} when the variant was changed since it was read
 */
export async function updateVariant(options: UpdateVariantOptions): Promise<UpdatedVariant> {
  requireChange(options);
  const { client, labels = NO_LABELS } = options;
  if (changesLabels(labels)) await client.require('labels');
  const variant = await resolveVariant(options);
  const changed = changesParameters(options)
    ? await reviseVariant(variant, options)
    : { record: variant, warning: null, isChanged: false };
  const isRevised = changed.isChanged;
  if (!changesLabels(labels)) return { ...changed, isRevised };
  const { variant_id } = variant;
  const { record, isChanged } = await changeLabels(client, changed.record, labels, (body) =>
    client.updateVariantMetadata({ variant_id, body }),
  );
  return { record, warning: changed.warning, isChanged: isRevised || isChanged, isRevised };
}

async function reviseVariant(variant: AppVariantResponse, options: UpdateVariantOptions): Promise<ChangedVariant> {
  const { client } = options;
  const routes = await readRoutes(variant, options);
  const before = setValuesOf(variant);
  const to = { owner: variant.variant_name, routes, whole: variant.parameters ?? before };
  const { parameters, touched, warning } = assignFields(before, options, to);
  const set = Object.fromEntries(Object.entries(parameters).filter(([key]) => touched.includes(key)));
  const unset = touched.filter((key) => !Object.hasOwn(parameters, key));
  const changed = await changeParameters(client, variant, { set, unset });
  return { ...changed, warning: joinWarnings(changed.warning, warning) };
}

/** A change that only removes needs no schema. */
async function readRoutes(variant: AppVariantResponse, options: UpdateVariantOptions): Promise<RouteSchema[]> {
  const { client, parameters, assignments } = options;
  if (assignments.length === 0 && Object.keys(parameters).length === 0) return [];
  return await listDeployedRoutes(client, variant.app_id, variant.base_name);
}

function joinWarnings(...warnings: readonly (string | null)[]): string | null {
  return warnings.filter((warning) => warning !== null).join(' ') || null;
}

function changesParameters({ parameters, assignments, unset }: UpdateVariantOptions): boolean {
  return Object.keys(parameters).length > 0 || assignments.length > 0 || unset.length > 0;
}

function requireChange(options: UpdateVariantOptions): void {
  if (changesParameters(options) || changesLabels(options.labels ?? NO_LABELS)) return;
  throw usageError('Nothing to change.', ['Add --set key=value, --unset key, --params FILE, or --label NAME=VALUE']);
}

interface RevertVariantOptions extends ResolveVariantOptions {
  readonly revision: number;
}

/**
 * Sets what an old revision set, as a new revision.
 *
 * @throws {WF_NOT_FOUND} when the variant has no such revision
 * @throws {WF_INVALID_INPUT} when the deployed code rejects them
 * @throws {WF_CONFLICT} when the variant was changed since it was read
 */
export async function revertVariant(options: RevertVariantOptions): Promise<ChangedVariant> {
  const { client, revision } = options;
  const variant = await resolveVariant(options);
  const { variant_id } = variant;
  const old = setValuesOf((await client.getVariantRevision({ variant_id, revision })).config);
  const current = setValuesOf(variant);
  if (isDeepStrictEqual(old, current)) return { record: variant, warning: null, isChanged: false };
  const unset = Object.keys(current).filter((field) => !Object.hasOwn(old, field));
  return await changeParameters(client, variant, { set: old, unset });
}
