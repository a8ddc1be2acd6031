import type { Client } from '../../client/create-client.ts';
import type { AppVariantResponse, Parameters } from '../../contract/variants/variant.ts';
import { notFound } from '../../errors/not-found.ts';
import { UserError } from '../../errors/wf-error.ts';
import { changeParameters, type ChangedVariant } from './change-parameters.ts';
import { configFieldsOf, listDeployedRoutes } from './list-deployed-routes.ts';
import { parseAssignments } from '../arguments/parse-assignments.ts';
import { resolveVariant } from './resolve-variant.ts';

export interface UpdateVariantOptions {
  readonly client: Client;
  readonly app: string | null;
  readonly variant: string;
  /** Parameters from a file. */
  readonly parameters: Parameters;
  /** `key=value`; they override the file's. */
  readonly assignments: readonly string[];
  /** Keys to remove, so that the code's default applies again. */
  readonly unset: readonly string[];
}

/**
 * Changes a variant's parameters as a new revision.
 *
 * @throws {WF_USAGE} when there is nothing to change
 * @throws {WF_INVALID_INPUT} when the parameters do not match the deployed schema
 * @throws {WF_CONFLICT} when the variant was changed since it was read
 */
export async function updateVariant(options: UpdateVariantOptions): Promise<ChangedVariant> {
  const { client, unset } = options;
  const variant = await resolveVariant(options);
  const set = await collectChanges(variant, options);
  return await changeParameters(client, variant, { set, unset });
}

async function collectChanges(variant: AppVariantResponse, options: UpdateVariantOptions): Promise<Parameters> {
  const { client, parameters, assignments, unset } = options;
  const routes = assignments.length === 0 ? [] : await listDeployedRoutes(client, variant.app_id, variant.base_name);
  const assigned = parseAssignments({ flag: '--set', assignments, fields: configFieldsOf(routes) });
  const changes = { ...parameters, ...assigned };
  requireChange(changes, unset);
  requireUnsettable(variant, changes, unset);
  return changes;
}

function requireChange(changes: Parameters, unset: readonly string[]): void {
  if (Object.keys(changes).length > 0 || unset.length > 0) return;
  throw new UserError({
    code: 'WF_USAGE',
    message: 'Nothing to change.',
    nextSteps: ['Add --set key=value, --unset key, or --params FILE'],
  });
}

function requireUnsettable(variant: AppVariantResponse, changes: Parameters, unset: readonly string[]): void {
  const stored = variant.parameters ?? {};
  for (const key of unset) {
    if (Object.hasOwn(changes, key)) {
      throw new UserError({ code: 'WF_USAGE', message: `${JSON.stringify(key)} is both set and unset.` });
    }
    if (!Object.hasOwn(stored, key)) {
      throw notFound({ kind: `parameter of ${variant.variant_name}`, name: key, available: Object.keys(stored) });
    }
  }
}
