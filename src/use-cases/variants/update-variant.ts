import type { Client } from '../../client/create-client.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import type { AppVariantResponse, Parameters } from '../../contract/variants/variant.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { changeLabels, changesLabels, type LabelChange } from '../labels/change-labels.ts';
import { changeParameters, type ChangedVariant } from '../../client/public/change-parameters.ts';
import { listDeployedRoutes, resolveVariant } from './resolve-variant.ts';
import { assignFields } from './fields/assign-fields.ts';

export interface UpdateVariantOptions {
  readonly client: Client;
  readonly app: string | null;
  readonly variant: string;
  /** Parameters from a file. */
  readonly parameters: Parameters;
  /** `field=value` or `/route:field=value`; they override the file's. */
  readonly assignments: readonly string[];
  /** Values to remove, so that the code's default applies again. */
  readonly unset: readonly string[];
  readonly labels?: LabelChange;
}

/** A variant after an update. */
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
  const before = variant.parameters ?? {};
  const { parameters, touched, warning } = assignFields(before, options, { owner: variant.variant_name, routes });
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
  throw new UserError({
    code: 'WF_USAGE',
    message: 'Nothing to change.',
    nextSteps: ['Add --set key=value, --unset key, --params FILE, or --label NAME=VALUE'],
  });
}
