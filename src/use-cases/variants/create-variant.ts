import type { AppVariantResponse, BaseOutput, Parameters } from '../../contract/variants/variant.ts';
import { setValuesOf } from '../../contract/variants/route-parameters.ts';
import { listDeployedRoutes, resolveBase, showVariant } from './resolve-variant.ts';
import { assignFields, type FieldChanges } from './fields/assign-fields.ts';
import { resolveAppId, type ResolveAppOptions } from '../apps/resolve-app.ts';
import type { Labels } from '../../contract/labels/labels.ts';
import { requireLabels } from '../labels/change-labels.ts';
import type { Written } from '../../client/public/confirm-write.ts';
import { addVariant } from '../../client/public/add-variant.ts';

/** The parameters from a file and the assignments override what is set in `from`; other fields follow the code. */
export interface CreateVariantOptions extends ResolveAppOptions, Omit<FieldChanges, 'unset'> {
  readonly name: string;
  /** Base to configure; `null`: the default one. Cannot be combined with `from`. */
  readonly base: string | null;
  /** Variant, or `VARIANT@REVISION`, whose base and set parameters to copy. */
  readonly from: string | null;
  /** @defaultValue the variant's name without the prefix of its base's name */
  readonly configName: string | null;
  readonly labels?: Labels;
}

/**
 * Creates a variant: deployed code with its own configuration.
 *
 * @throws {WF_CONFLICT} when the name is taken
 * @throws {WF_INVALID_INPUT} when the parameters do not match the deployed schema
 */
export async function createVariant(options: CreateVariantOptions): Promise<Written<AppVariantResponse>> {
  const { client, name, configName, labels = {} } = options;
  if (Object.keys(labels).length > 0) await requireLabels(client);
  const appId = await resolveAppId(options);
  const { base, inherited } = await originOf(appId, options);
  const routes = await listDeployedRoutes(client, appId, base.base_name);
  const assigned = assignFields(inherited, options, { owner: name, routes });
  const body = {
    base_id: base.base_id,
    new_variant_name: name,
    new_config_name: configName ?? withoutBase(name, base.base_name),
    parameters: assigned.parameters,
  };
  const { record, warning } = await addVariant(client, appId, body, labels);
  return { record, warning: warning ?? assigned.warning };
}

interface Origin {
  readonly base: BaseOutput;
  /** What is set in the variant to copy; none without one. */
  readonly inherited: Parameters;
}

async function originOf(appId: string, { client, base, from }: CreateVariantOptions): Promise<Origin> {
  if (from === null) return { base: await resolveBase({ client, appId, base }), inherited: {} };
  const variant = await showVariant({ client, app: appId, variant: from });
  const { base_id, base_name } = variant;
  return { base: { base_id, base_name }, inherited: setValuesOf(variant) };
}

/** The public service names a variant `base.config`, so such a name contains the config's name. */
function withoutBase(name: string, baseName: string): string {
  return name.startsWith(`${baseName}.`) && name.length > baseName.length + 1 ? name.slice(baseName.length + 1) : name;
}
