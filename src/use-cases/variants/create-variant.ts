import type { Client } from '../../client/create-client.ts';
import { defaultParameters } from '../../contract/deployments/check-parameters.ts';
import type { AppVariantResponse, BaseOutput, Parameters } from '../../contract/variants/variant.ts';
import { listDeployedRoutes, resolveBase, showVariant } from './resolve-variant.ts';
import { assignFields } from './fields/assign-fields.ts';
import { resolveAppId } from '../apps/resolve-app.ts';
import type { Labels } from '../../contract/labels/labels.ts';
import { requireLabels } from '../labels/change-labels.ts';
import type { Written } from '../../client/public/confirm-write.ts';
import { addVariant } from '../../client/public/add-variant.ts';

export interface CreateVariantOptions {
  readonly client: Client;
  readonly app: string | null;
  readonly name: string;
  /** Base to configure; `null`: the default one. Cannot be combined with `from`. */
  readonly base: string | null;
  /** Variant, or `VARIANT@REVISION`, whose base and parameters to copy. */
  readonly from: string | null;
  /** @defaultValue the variant's name without the prefix of its base's name */
  readonly configName: string | null;
  /** Parameters from a file; they override those of `from` or the defaults. */
  readonly parameters: Parameters;
  /** `field=value` or `/route:field=value`; they override all others. */
  readonly assignments: readonly string[];
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
  const start = inherited ?? defaultParameters(routes);
  const assigned = assignFields(start, options, { owner: name, routes });
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
  /** `null`: the defaults of the deployed routes. */
  readonly inherited: Parameters | null;
}

async function originOf(appId: string, { client, base, from }: CreateVariantOptions): Promise<Origin> {
  if (from === null) return { base: await resolveBase({ client, appId, base }), inherited: null };
  const variant = await showVariant({ client, app: appId, variant: from });
  return {
    base: { base_id: variant.base_id, base_name: variant.base_name },
    inherited: variant.parameters ?? {},
  };
}

/** The public service names a variant `base.config`, so such a name contains the config's name. */
function withoutBase(name: string, baseName: string): string {
  return name.startsWith(`${baseName}.`) && name.length > baseName.length + 1 ? name.slice(baseName.length + 1) : name;
}
