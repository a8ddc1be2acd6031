import type { Client } from '../../client/create-client.ts';
import type { AddVariantFromBasePayload, AppVariantResponse } from '../../contract/variants/variant.ts';
import { isWfError, UserError } from '../../errors/wf-error.ts';
import { isUnexplainedFailure } from '../records/is-missing.ts';
import type { Written } from '../records/read-back.ts';
import { isSameJson } from '../records/is-same-json.ts';

/**
 * Adds a variant on a service of another make. It may answer anything to the request, and fail without a reason if the
 * name is taken, so the list of variants decides before and after.
 *
 * @throws {WF_CONFLICT} when the base already has a configuration of that name
 * @throws {WF_UNEXPECTED_ANSWER} when the service confirms the request and does not list the variant
 * @source seed §4.4, facts §3.4
 */
export async function addByPublicMeans(
  client: Client,
  app_id: string,
  body: AddVariantFromBasePayload,
): Promise<Written<AppVariantResponse>> {
  const find = async () => (await client.listAppVariants({ app_id })).find((variant) => isOf(variant, body));
  const taken = await find();
  if (taken !== undefined) throw nameTaken(taken);
  const answered = await client.addVariantFromBase({ body }).catch((error: unknown) => {
    if (isWfError(error) && (error.code === 'WF_UNEXPECTED_ANSWER' || isUnexplainedFailure(error))) return error;
    throw error;
  });
  const found = await find().catch((error: unknown) => {
    if (isWfError(error) && !isWfError(answered)) return null;
    throw isWfError(answered) ? answered : error;
  });
  if (found === null && !isWfError(answered)) return { record: answered, warning: NOT_LISTED };
  if (found == null) throw isWfError(answered) ? answered : notStored(body);
  return { record: found, warning: describeDifference(found, body) };
}

const NOT_LISTED =
  'The variant was created, but reading the list of variants failed, so this shows what the service answered.';

function isOf({ base_id, config_name }: AppVariantResponse, body: AddVariantFromBasePayload): boolean {
  return base_id === body.base_id && config_name === body.new_config_name;
}

/** The public service derives the name from base and configuration. */
function describeDifference(
  { variant_name, parameters }: AppVariantResponse,
  { new_variant_name, parameters: sent }: AddVariantFromBasePayload,
): string | null {
  const differences = [
    ...(variant_name === new_variant_name ? [] : [`The service calls it ${variant_name}, not ${new_variant_name}.`]),
    ...(isSameJson(parameters ?? {}, sent) ? [] : ['Its parameters differ from those that were sent.']),
  ];
  return differences.length === 0 ? null : differences.join(' ');
}

function nameTaken({ variant_name, config_name, variant_id }: AppVariantResponse): UserError {
  return new UserError({
    code: 'WF_CONFLICT',
    message: `The base already has a configuration ${JSON.stringify(config_name)}: variant ${variant_name} (${variant_id}).`,
    nextSteps: ['wf variants list'],
  });
}

function notStored({ new_variant_name }: AddVariantFromBasePayload): UserError {
  return new UserError({
    code: 'WF_UNEXPECTED_ANSWER',
    message: `The service confirmed the variant ${new_variant_name}, and does not list it.`,
    nextSteps: ['wf variants list'],
  });
}
