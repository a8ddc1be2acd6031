import {
  findRegistered,
  registerWorkflow,
  requireRegistrations,
  type Registration,
} from '../../client/public/register-workflow.ts';
import type { DeployEvent, RegisterResult } from '../../contract/develop/deploy-result.ts';
import type { AppVariantResponse } from '../../contract/variants/variant.ts';
import { userError, withNextSteps } from '../../foundation/errors/wf-error.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { findAppId } from '../apps/resolve-app.ts';
import { buildWorkflow } from '../develop/build-workflow.ts';
import type { DeployWorkflowOptions } from './deploy-workflow.ts';
import { ensureApp, requireNewNames } from './first-deploy.ts';

export interface RegisterAddressOptions extends DeployWorkflowOptions {
  readonly url: string;
  /** Asks the user before a registered workflow gets another address. */
  readonly confirm: (question: string) => Promise<void>;
  /** Receives, before anything is written, what an interruption leaves. */
  readonly onWrite: (left: string) => void;
}

/**
 * Registers a workflow that runs elsewhere with a service of others, which has addresses instead of bundles. Everything is
 * checked before anything is written: what the service would ignore, whether the address answers, and with these routes.
 *
 * @throws {WF_UNSUPPORTED} when it cannot do what was asked
 */
export async function registerAddress(options: RegisterAddressOptions): Promise<RegisterResult> {
  const { client, url, plan = false, onEvent = () => {} } = options;
  requirePublic(options);
  const registration = { ...toNames(options), url };
  const id = await findAppId(client, options.app);
  if (id === null) requireNewNames({ base: registration.base, variant: registration.config });
  const variants = id === null ? [] : await client.listAppVariants({ app_id: id });
  const registered = findRegistered(variants, registration);
  await requireRegistrations(client);
  const { manifest } = await buildWorkflow({ ...options, onEvent });
  await checkAddress(url, manifest.routes, onEvent);
  const before = registered?.uri ?? null;
  const isSame = registered !== null && before === url;
  const app = { id, name: options.app, created: false };
  const result = { app, url, url_before: before, sha256: manifest.sha256, routes: manifest.routes };
  if (plan || isSame) return { ...result, variant: registered, changed: false };
  if (registered !== null)
    await options.confirm(`${registered.variant_name} is at ${before ?? 'an unknown address'}. Replace it by ${url}?`);
  options.onWrite(describeInterruption(variants, registered));
  const { appId, created } = await ensureApp(client, id, options.app);
  const variant = await withNextSteps(registerWorkflow(client, appId, registration, registered), {
    WF_CONFLICT: ['wf variants list'],
  });
  return { ...result, app: { ...app, id: appId, created }, variant, changed: true };
}

/** A change of the address resets parameters until they are stored again. */
function describeInterruption(variants: readonly AppVariantResponse[], registered: AppVariantResponse | null): string {
  if (registered === null) return 'The workflow may be registered: run the same command again.';
  const ofBase = variants.filter(({ base_id, parameters }) => {
    return base_id === registered.base_id && Object.keys(parameters ?? {}).length > 0;
  });
  const reverts = ofBase.map((one) => `wf variants revert ${shellWord(one.variant_name)} --to ${one.revision}`);
  const lost = reverts.length === 0 ? '' : `, and parameters reset. Restore them: ${reverts.join(' && ')}`;
  return `The address may be changed${lost || ': run the same command again.'}`;
}

function requirePublic(options: RegisterAddressOptions): void {
  const { migrations = [], acceptBreaking = false, environment = null, message = null, labels = {} } = options;
  const used = [
    ...(migrations.length > 0 ? ['--migrate'] : []),
    ...(acceptBreaking ? ['--accept-breaking'] : []),
    ...(environment === null ? [] : ['--env']),
    ...(message === null ? [] : ['--message']),
    ...(Object.keys(labels).length === 0 ? [] : ['--label']),
  ];
  if (used.length === 0) return;
  const { base, config } = toNames(options);
  const deploy = environment === null ? '' : ` && wf env deploy ${shellWord(environment)} --variant ${base}.${config}`;
  throw userError(
    'WF_UNSUPPORTED',
    `This service registers the address and nothing else, so it would ignore ${used.join(', ')}. Nothing was changed.`,
    [`wf deploy --url ${shellWord(options.url)}${deploy}`],
  );
}

/** A variant that is named as the service names it contains its base. */
function toNames({ base, variant }: Pick<DeployWorkflowOptions, 'base' | 'variant'>): Omit<Registration, 'url'> {
  const [, before, after] = /^([^.]+)\.(.+)$/.exec(variant) ?? [];
  return before === undefined || after === undefined ? { base, config: variant } : { base: before, config: after };
}

async function checkAddress(
  url: string,
  routes: RegisterResult['routes'],
  onEvent: (event: DeployEvent) => void,
): Promise<void> {
  if (!routes.some(({ path }) => path === '/')) {
    throw userError(
      'WF_UNSUPPORTED',
      `This service calls POST /generate, the entrypoint's, and the workflow has no route "/": ${routes.map(({ path }) => path).join(', ')}. Nothing was changed.`,
      ['wf help authoring'],
    );
  }
  onEvent({ type: 'address-check', url });
  const { requireSameRoutes } = await import('./require-same-routes.ts');
  await requireSameRoutes(url, routes);
}
