import type { AppVariantResponse } from '../../contract/variants/variant.ts';
import { maskKeys } from '../../contract/keys/key-in-address.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { userError } from '../../foundation/errors/wf-error.ts';
import type { Client } from '../create-client.ts';
import type { UndividedChange } from '../calls/undivided-change.ts';
import { isSameJson, readBack, type Written } from './confirm-write.ts';
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
): Promise<Written<AppVariantResponse>> {
  const { base, config, url } = registration;
  const body = { variant_name: `${base}.${config}`, url, base_name: base, config_name: config };
  const expected =
    registered === null
      ? await client.addVariantFromService({ app_id, body })
      : await moveWorkflow(client, registered, url);
  const written = await readBack(
    async () => findRegistered(await client.listAppVariants({ app_id }), registration) ?? missing(registration),
    expected,
  );
  if (written.warning === null) requireStored(written.record, expected, url);
  return written;
}

/** Compares what the service lists with what it confirmed. */
function requireStored(stored: AppVariantResponse, expected: AppVariantResponse, url: string): void {
  const { uri, variant_name } = stored;
  const name = shellWord(variant_name);
  if (uri !== url)
    throw userError(
      'WF_UNEXPECTED_ANSWER',
      `The service confirmed the address ${maskKeys(url)}, and lists ${maskKeys(uri ?? 'none')} for ${variant_name}.`,
      ['wf variants list'],
    );
  if (isSameJson(stored.parameters ?? {}, expected.parameters ?? {})) return;
  throw userError(
    'WF_UNEXPECTED_ANSWER',
    `The service confirmed the address ${maskKeys(url)}, and ${variant_name} no longer has its parameters.`,
    [`wf variants revert ${name} --to ${expected.revision}`],
  );
}

function missing({ base, config }: Registration): never {
  throw userError('WF_UNEXPECTED_ANSWER', `The service confirmed ${base}.${config}, and does not list it.`, [
    'wf variants list',
  ]);
}

async function moveWorkflow(client: Client, registered: AppVariantResponse, url: string): Promise<AppVariantResponse> {
  const { variant_id } = registered;
  // It may have changed while the workflow was built.
  const current = await client.getVariant({ variant_id });
  const values = current.parameters ?? {};
  const move = () => client.updateVariantUrl({ variant_id, url });
  const restore = () => client.updateVariantParameters({ variant_id, body: { parameters: values } });
  if (Object.keys(values).length === 0) await move();
  else await client.sendUndivided(describeMove(current), move, restore);
  return { ...current, uri: url };
}

function describeMove({ app_id, app_name, variant_id, variant_name, revision }: AppVariantResponse): UndividedChange {
  const name = shellWord(variant_name);
  return {
    appId: app_id,
    appName: app_name,
    variantId: variant_id,
    variantName: variant_name,
    between: `${variant_name} may have no parameters now, because a new address resets them. Revision ${revision} has them.`,
    restore: `wf variants revert ${name} --to ${revision}`,
    done: `${variant_name} has its new address, and its parameters.`,
    afterwards: `wf variants show ${name}`,
  };
}
