import type { AppVariantResponse } from '../../contract/variants/variant.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { isServiceError, ServiceError, userError } from '../../foundation/errors/wf-error.ts';
import type { Client } from '../create-client.ts';
import { isSameJson } from './confirm-write.ts';
import { isUnknownPath } from '../answers/fix-refusal.ts';
import { ELSEWHERE } from '../answers/lacking.ts';
import { readRefusalBody } from '../answers/refusal-body.ts';

/** Base and configuration that a workflow at an address is registered as. */
export interface Registration {
  readonly base: string;
  readonly config: string;
  readonly url: string;
}

/**
 * Finds the variant that was registered as a base and a configuration; `null`: none yet.
 *
 * @throws {WF_NOT_FOUND} when the base exists without this configuration
 */
export function findRegistered(
  variants: readonly AppVariantResponse[],
  { base, config, url }: Registration,
): AppVariantResponse | null {
  const ofBase = variants.filter(({ base_name }) => base_name === base);
  const found = ofBase.find(({ config_name }) => config_name === config);
  if (found !== undefined || ofBase[0] === undefined) return found ?? null;
  const { variant_name } = ofBase[0];
  throw userError(
    'WF_NOT_FOUND',
    `The base ${JSON.stringify(base)} has no configuration ${JSON.stringify(config)}. Nothing was changed.`,
    [
      `wf deploy --url ${shellWord(url)} --variant ${shellWord(variant_name)}`,
      `wf variants create ${shellWord(config)} --base ${shellWord(base)}`,
    ],
  );
}

/**
 * Checks that a service of others registers addresses, before anything is written: older releases do not. A path that takes
 * POST only answers GET with 405.
 *
 * @throws {WF_UNSUPPORTED} when it does not
 * @source facts §2.1
 */
export async function requireRegistrations(client: Client): Promise<void> {
  const path = '/apps/00000000-0000-0000-0000-000000000000/variant/from-service';
  const { status, bytes, headers } = await client.request({ method: 'GET', path, acceptErrors: true });
  const { detail } = readRefusalBody(new TextDecoder().decode(bytes), headers['content-type'] ?? '');
  if (status !== 404 || !isUnknownPath(detail)) return;
  throw userError(
    'WF_UNSUPPORTED',
    'This service registers no addresses of workflows: it lacks POST /apps/{app_id}/variant/from-service, which releases from 0.33 have. Nothing was changed.',
    [ELSEWHERE],
  );
}

/**
 * Registers a workflow that runs elsewhere, or gives the one that is registered another address. The public service resets the
 * parameters of a variant whose address changes, so what they were is stored again.
 *
 * @param registered - as `findRegistered` returned it
 * @throws {WF_UNEXPECTED_ANSWER} when the service confirms it and has something else
 * @source facts §2.1, §2.2
 */
export async function registerWorkflow(
  client: Client,
  app_id: string,
  registration: Registration,
  registered: AppVariantResponse | null,
): Promise<AppVariantResponse> {
  const { base, config, url } = registration;
  const list = async () => await client.listAppVariants({ app_id });
  const before = await list();
  if (registered === null) {
    const body = { variant_name: `${base}.${config}`, url, base_name: base, config_name: config };
    await client.addVariantFromService({ app_id, body });
  } else {
    await client.updateVariantUrl({ variant_id: registered.variant_id, url });
    await restoreParameters(client, before, await list());
  }
  const stored = findRegistered(await list(), registration);
  if (stored !== null && (stored.uri === null || stored.uri === url)) return stored;
  throw userError(
    'WF_UNEXPECTED_ANSWER',
    stored === null
      ? `The service confirmed ${base}.${config}, and does not list it.`
      : `The service confirmed the address ${url}, and has ${stored.uri ?? 'none'} for ${stored.variant_name}.`,
    ['wf variants list'],
  );
}

async function restoreParameters(
  client: Client,
  before: readonly AppVariantResponse[],
  after: readonly AppVariantResponse[],
): Promise<void> {
  for (const { variant_id, variant_name, parameters, revision } of before) {
    const now = after.find((one) => one.variant_id === variant_id);
    const values = parameters ?? {};
    if (now === undefined || isSameJson(now.parameters ?? {}, values)) continue;
    const put = client.updateVariantParameters({ variant_id, body: { parameters: values } });
    await put.catch((error: unknown) => {
      if (!isServiceError(error)) throw error;
      const { code, status, requestId, details, cause } = error;
      const message = `The address of ${variant_name} was changed, which reset its parameters, and storing them again failed: ${error.message} Revision ${revision} has them.`;
      const nextSteps = [`wf variants revert ${shellWord(variant_name)} --to ${revision}`];
      throw new ServiceError({ code, status, requestId, details, cause, message, nextSteps });
    });
  }
}
