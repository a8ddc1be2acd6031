import type { Client } from '../../client/create-client.ts';
import { defaultParameters } from '../../contract/deployments/check-parameters.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import type { AppVariantResponse, BaseOutput, Parameters } from '../../contract/variants/variant.ts';
import { configFieldsOf, deployedRoutes } from './config-fields.ts';
import { parseAssignments } from '../arguments/parse-assignments.ts';
import { resolveAppId } from '../apps/resolve-app.ts';
import { resolveBase } from './resolve-base.ts';
import { showVariant } from './show-variant.ts';
import { withNextSteps } from '../session/with-next-steps.ts';

export interface CreateVariantOptions {
  readonly client: Client;
  readonly app: string | null;
  readonly name: string;
  /** Base to configure; `null`: the usual one. Not together with `from`. */
  readonly base: string | null;
  /** Variant, or `VARIANT@REVISION`, to copy the base and the parameters of. */
  readonly from: string | null;
  /** @defaultValue the variant's name, without its base's name in front */
  readonly configName: string | null;
  /** Parameters of a file, over those of `from` or the defaults. */
  readonly parameters: Parameters;
  /** `key=value`, over all others. */
  readonly assignments: readonly string[];
}

/**
 * Makes a variant of deployed code with a configuration of its own.
 *
 * @throws {WF_CONFLICT} when the name is taken
 * @throws {WF_INVALID_INPUT} when the parameters break the deployed schema
 */
export async function createVariant(options: CreateVariantOptions): Promise<AppVariantResponse> {
  const { client, name, configName } = options;
  const appId = await resolveAppId(options);
  const { base, inherited } = await originOf(appId, options);
  const routes = await deployedRoutes(client, appId, base.base_name);
  const created = client.addVariantFromBase({
    body: {
      base_id: base.base_id,
      new_variant_name: name,
      new_config_name: configName ?? withoutBase(name, base.base_name),
      parameters: composeParameters(routes, inherited, options),
    },
  });
  return await withNextSteps(created, { WF_CONFLICT: ['wf variants list'], WF_INVALID_INPUT: ['wf routes'] });
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

function composeParameters(
  routes: readonly RouteSchema[],
  inherited: Parameters | null,
  { parameters, assignments }: CreateVariantOptions,
): Parameters {
  const assigned = parseAssignments({ flag: '--set', assignments, fields: configFieldsOf(routes) });
  return { ...(inherited ?? defaultParameters(routes)), ...parameters, ...assigned };
}

/** The public service names a variant `base.config`; a name written like that says its config by itself. */
function withoutBase(name: string, baseName: string): string {
  return name.startsWith(`${baseName}.`) && name.length > baseName.length + 1 ? name.slice(baseName.length + 1) : name;
}
