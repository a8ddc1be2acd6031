import {
  isServiceError,
  isWfError,
  ROUTES_STEP,
  type ServiceError,
  userError,
  UserError,
  withNextSteps,
} from '../../foundation/errors/wf-error.ts';
import type { Client } from '../create-client.ts';
import { ValidationErrorItem } from '../../contract/validation/validation-error.ts';
import type { AddVariantFromBasePayload as Body, AppVariantResponse } from '../../contract/variants/variant.ts';
import { notFound } from '../../foundation/closest-names.ts';
import type { Labels } from '../../contract/labels/labels.ts';
import { isUnexplainedFailure, orMissing } from './is-missing.ts';
import { isSameJson, readBack, type Written } from './confirm-write.ts';

/**
 * Adds a variant. A service of others may answer anything to the request, and fail without a reason if the name is
 * taken, so the list of variants decides before and after.
 *
 * @param labels - {} for a service of others, which has none
 * @throws {WF_CONFLICT} when the base already has a configuration of that name
 * @throws {WF_UNEXPECTED_ANSWER} when the service confirms the request and does not list the variant, or stores other
 * parameters
 * @source seed §4.4, facts §3.4
 */
export async function addVariant(
  client: Client,
  app_id: string,
  body: AddVariantFromBasePayload,
  labels: Labels,
): Promise<Written<AppVariantResponse>> {
  if ((await client.extensions()) === null) return await addAndConfirm(client, app_id, body);
  const created = client.addVariantFromBase({ body: { ...body, labels } });
  return { record: await withNextSteps(created, nextStepsOf), warning: null };
}

/** The routes show what a parameter may be; no command shows more of what a name may be. */
function nextStepsOf({ code, details }: ServiceError): readonly string[] {
  if (code === 'WF_CONFLICT') return ['wf variants list'];
  const { data = [] } = ValidationErrorItem.array().safeParse(details);
  return code === 'WF_INVALID_INPUT' && data.some(({ loc }) => loc.includes('parameters')) ? [ROUTES_STEP] : [];
}

/** What every service of the interface takes. */
type AddVariantFromBasePayload = Omit<Body, 'labels'>;

async function addAndConfirm(
  client: Client,
  app_id: string,
  body: AddVariantFromBasePayload,
): Promise<Written<AppVariantResponse>> {
  const list = async () => await client.listAppVariants({ app_id });
  const before = await list();
  const taken = before.find((variant) => isOf(variant, body));
  if (taken !== undefined) throw nameTaken(taken);
  const answered = await add(client, body);
  const { record: after, warning } = await readBack(list, null);
  if (after === null && isUnexplainedFailure(answered)) throw answered;
  const written = after === null ? toWritten(answered, before, body) : after.find((variant) => isOf(variant, body));
  if (written === undefined && isUnexplainedFailure(answered)) await requireBase(client, app_id, before, body);
  if (written === undefined) throw isWfError(answered) ? answered : notStored(body);
  if (!isOf(written, body) || !isSameJson(written.parameters ?? {}, body.parameters))
    throw storedOtherwise(written, body);
  const warnings = [...(warning === null ? [] : [warning]), ...describeName(written, body)];
  return { record: written, warning: warnings.length === 0 ? null : warnings.join(' ') };
}

/** The public service fails without a reason if the base is unknown. @source facts §3.4 */
async function requireBase(
  client: Client,
  app_id: string,
  variants: readonly AppVariantResponse[],
  { base_id }: AddVariantFromBasePayload,
): Promise<void> {
  const bases = (await orMissing(client.listBases({ app_id }))) ?? variants;
  if ([...bases, ...variants].some((one) => one.base_id === base_id)) return;
  const available = bases.map(({ base_name }) => base_name);
  throw notFound({ kind: 'base', name: base_id, available, nextSteps: ['wf variants list'] });
}

/** The seed allows any object as the answer, and the public service fails without a reason if the name is taken. */
async function add(client: Client, body: AddVariantFromBasePayload): Promise<AppVariantResponse | ServiceError> {
  return await client.addVariantFromBase({ body }).catch((error: unknown) => {
    if (isServiceError(error) && (error.code === 'WF_UNEXPECTED_ANSWER' || isUnexplainedFailure(error))) return error;
    throw error;
  });
}

/** The variant as it was sent, on the model of another one of its base; its id is unknown. */
function toWritten(
  answered: AppVariantResponse | ServiceError,
  before: readonly AppVariantResponse[],
  { base_id, new_variant_name, new_config_name, parameters }: AddVariantFromBasePayload,
): AppVariantResponse {
  if (!isWfError(answered)) return answered;
  const model = before.find((variant) => variant.base_id === base_id);
  if (model === undefined) throw answered;
  const { created_at: _created, updated_at: _updated, modified_by_id: _by, ...shared } = model;
  const own = { variant_id: '', variant_name: new_variant_name, config_name: new_config_name, revision: 1 };
  return { ...shared, ...own, uri: null, parameters };
}

function isOf({ base_id, config_name }: AppVariantResponse, body: AddVariantFromBasePayload): boolean {
  return base_id === body.base_id && config_name === body.new_config_name;
}

/** The public service derives the name from base and configuration. */
function describeName({ variant_name }: AppVariantResponse, { new_variant_name }: AddVariantFromBasePayload): string[] {
  return variant_name === new_variant_name ? [] : [`The service calls it ${variant_name}, not ${new_variant_name}.`];
}

function nameTaken({ variant_name, config_name, variant_id }: AppVariantResponse): UserError {
  return userError(
    'WF_CONFLICT',
    `The base already has a configuration ${JSON.stringify(config_name)}: variant ${variant_name} (${variant_id}).`,
    ['wf variants list'],
  );
}

function notStored({ new_variant_name }: AddVariantFromBasePayload): UserError {
  return userError(
    'WF_UNEXPECTED_ANSWER',
    `The service confirmed the variant ${new_variant_name}, and does not list it.`,
    ['wf variants list'],
  );
}

function storedOtherwise(
  stored: AppVariantResponse,
  { new_config_name, parameters }: AddVariantFromBasePayload,
): UserError {
  const { variant_name, variant_id, config_name } = stored;
  return new UserError({
    code: 'WF_UNEXPECTED_ANSWER',
    message: `The service stored something else than was sent: variant ${variant_name} (${variant_id}) has the configuration ${JSON.stringify(config_name)} with ${JSON.stringify(stored.parameters)}, not ${JSON.stringify(new_config_name)} with ${JSON.stringify(parameters)}.`,
    nextSteps: ['wf variants list'],
    details: { written: parameters, stored },
  });
}
