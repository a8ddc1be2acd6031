import {
  findRegistered,
  registerWorkflow,
  requireRegistrations,
  type Registration,
} from '../../client/public/register-workflow.ts';
import type { DeployEvent, RegisterResult } from '../../contract/develop/deploy-result.ts';
import { userError, withNextSteps } from '../../foundation/errors/wf-error.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { maskKeys } from '../../contract/keys/key-in-address.ts';
import { findAppId } from '../apps/resolve-app.ts';
import { buildWorkflow } from '../develop/build-workflow.ts';
import type { DeployWorkflowOptions } from './deploy-workflow.ts';
import { ensureApp, requireNewNames } from './first-deploy.ts';
import { findHost, isLiveAddress, type OwnService, planAddressKey, withAddressKey } from './hosted-address.ts';

export interface RegisterAddressOptions extends DeployWorkflowOptions {
  readonly url: string;
  /** Base URL of the service that registers it. */
  readonly service: string;
  /** Opens a service of wf that hosts the workflow, with the key that is stored for it. */
  readonly openOwn: (baseUrl: string) => Promise<OwnService>;
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
export async function registerAddress(options: RegisterAddressOptions): Promise<Registered> {
  const { client, url, plan = false, onEvent = () => {} } = options;
  requirePublic(options);
  const registration = { ...toNames(options), url };
  const id = await findAppId(client, options.app);
  if (id === null) requireNewNames({ base: registration.base, variant: registration.config });
  const variants = id === null ? [] : await client.listAppVariants({ app_id: id });
  const registered = findRegistered(variants, registration);
  await requireRegistrations(client);
  const before = registered?.uri ?? null;
  const { key, current, credential } = await findKey(options, before);
  const { manifest, warnings } = await buildWorkflow({ ...options, onEvent });
  await checkAddress(current ?? url, { routes: manifest.routes, onEvent, credential });
  const isSame = registered !== null && before === (current ?? url);
  const app = { id, name: options.app, created: false };
  const planned = key === null ? null : { name: key.name, service: key.baseUrl, prefix: null };
  const result = { app, url: current ?? url, url_before: before, key: planned, sha256: manifest.sha256 };
  const whole = { ...result, routes: manifest.routes, warnings };
  if (plan || isSame) return masked({ ...whole, variant: registered, changed: false, warning: null });
  if (registered !== null)
    await options.confirm(
      `${registered.variant_name} is at ${maskKeys(before ?? 'an unknown address')}. Replace it by ${maskKeys(url)}?${describeKey(planned)}`,
    );
  const left = registered === null ? 'The workflow may be registered.' : 'The address may be changed.';
  options.onWrite(left);
  const created = await key?.create();
  if (created !== undefined)
    options.onWrite(`${left} The key ${created.prefix} was created. If nothing is registered: ${created.revokeLine}`);
  const address = created?.url ?? url;
  const write = async () => {
    if (created !== undefined) await checkAddress(address, { routes: manifest.routes, onEvent });
    const { appId, created: isNew } = await ensureApp(client, id, options.app);
    const stored = await withNextSteps(registerWorkflow(client, appId, { ...registration, url: address }, registered), {
      WF_CONFLICT: ['wf variants list'],
    });
    return { ...stored, app: { ...app, id: appId, created: isNew } };
  };
  const { record: variant, ...written } = created === undefined ? await write() : await withAddressKey(created, write);
  const used = planned === null ? null : { ...planned, prefix: created?.prefix ?? null };
  return masked({ ...whole, ...written, url: address, key: used, variant, changed: true });
}

type Registered = RegisterResult & { readonly warning: string | null };

/** Finds out whether the address needs a key in it. One of ours does, and may be registered with one already. */
async function findKey({ url, openOwn, service, app }: RegisterAddressOptions, before: string | null) {
  const host = await findHost(url);
  if (host === null) return { key: null, current: null, credential: undefined };
  if (await isLiveAddress(before, url)) return { key: null, current: before, credential: undefined };
  const own = await openOwn(host.baseUrl);
  const key = await planAddressKey({ host, own, url, holder: `${new URL(service).host} ${app}` });
  return { key, current: null, credential: own.credential };
}

/** The value of a key is part of an address, and shown by nobody but the service that stores it. */
function masked(result: Registered): Registered {
  const { url, url_before, variant } = result;
  return {
    ...result,
    url: maskKeys(url),
    url_before: url_before === null ? null : maskKeys(url_before),
    variant: variant === null || variant.uri === null ? variant : { ...variant, uri: maskKeys(variant.uri) },
  };
}

/** Says, before it is done, that a key is created, and where its value goes. */
function describeKey(key: RegisterResult['key']): string {
  if (key === null) return '';
  return ` A viewer's key of this app is created at ${key.service} as ${JSON.stringify(key.name)}; its value becomes a part of the address, which this service stores and shows.`;
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

interface AddressCheck {
  readonly routes: RegisterResult['routes'];
  readonly onEvent: (event: DeployEvent) => void;
  /** Left out: the address needs none, or contains it. */
  readonly credential?: OwnService['credential'];
}

async function checkAddress(url: string, { routes, onEvent, credential }: AddressCheck): Promise<void> {
  if (!routes.some(({ path }) => path === '/')) {
    throw userError(
      'WF_UNSUPPORTED',
      `This service calls POST /generate, the entrypoint's, and the workflow has no route "/": ${routes.map(({ path }) => path).join(', ')}. Nothing was changed.`,
      ['wf help authoring'],
    );
  }
  onEvent({ type: 'address-check', url: maskKeys(url) });
  const { requireSameRoutes } = await import('./require-same-routes.ts');
  await requireSameRoutes(url, routes, credential);
}
