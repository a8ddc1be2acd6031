import { type Client, type ClientOptions, createClient } from '../../client/create-client.ts';
import { httpTransport } from '../../client/transport/http-transport.ts';
import { addKeyTo, maskKeys } from '../../contract/keys/key-in-address.ts';
import { isWfError, reword, type UserError, userError } from '../../foundation/errors/wf-error.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { resolveAppId } from '../apps/resolve-app.ts';

/** A service of wf that hosts the workflow, opened with the key that its user stored for it. */
export interface OwnService {
  readonly client: Client;
  /** The stored key, and how it is sent; left out: none is stored. */
  readonly credential?: ClientOptions['credential'];
}

/** The address of a workflow that a service of wf hosts. Nobody else has a key, so one of its own goes into what is registered. */
export interface HostedAddress {
  /** Base URL of the service that hosts it. */
  readonly baseUrl: string;
  readonly app: string;
}

const HOSTED = /^(.*)\/services\/([^/]+)\/([^/]+)\/?$/;
const TIMEOUT_MS = 15_000;

/** Returns what hosts an address, if that is a service of wf, which requires a key there; otherwise `null`. */
export async function findHost(url: string): Promise<HostedAddress | null> {
  const [, baseUrl, app] = HOSTED.exec(url) ?? [];
  if (baseUrl === undefined || app === undefined || !URL.canParse(baseUrl)) return null;
  const { status, headers } = await getHealth(url);
  return status === 401 && 'wf-version' in headers ? { baseUrl, app: decodeURIComponent(app) } : null;
}

/** Returns whether a registered address is the one of this workflow with a key that is still taken. */
export async function isLiveAddress(registered: string | null, url: string): Promise<boolean> {
  if (registered === null || !registered.startsWith(addKeyTo(url, ''))) return false;
  return (await getHealth(registered)).status === 200;
}

async function getHealth(url: string) {
  await using client = createClient({ transport: httpTransport(), baseUrl: url, timeoutMs: TIMEOUT_MS });
  return await client.request({ method: 'GET', path: '/health', acceptErrors: true });
}

/** A key that waits to be created. */
export interface PlannedKey {
  readonly name: string;
  readonly baseUrl: string;
  /** Creates it. */
  create(): Promise<CreatedAddressKey>;
}

export interface CreatedAddressKey {
  /** The address with the key. */
  readonly url: string;
  readonly prefix: string;
  /** The command that revokes it. */
  readonly revokeLine: string;
  readonly revoke: () => Promise<void>;
}

interface PlanOptions {
  readonly host: HostedAddress;
  readonly own: OwnService;
  /** The address without a key. */
  readonly url: string;
  /** Who gets the address, as the key is named: `cloud.example.com shop`. */
  readonly holder: string;
}

/**
 * Prepares the key that goes into the address: a viewer's, of this app alone.
 *
 * @throws {WF_NOT_SIGNED_IN} when no key of the hosting service is stored
 * @throws {WF_NOT_ALLOWED} when the stored key may create none
 */
export async function planAddressKey({ host, own, url, holder }: PlanOptions): Promise<PlannedKey> {
  const { baseUrl, app } = host;
  if (own.credential === undefined) {
    throw userError(
      'WF_NOT_SIGNED_IN',
      `The workflow at ${url} requires a key, and you have stored none for ${baseUrl}. Nothing was changed.`,
      [`wf login --base-url ${shellWord(baseUrl)}`],
    );
  }
  const app_id = await resolveAppId({ client: own.client, app });
  const { role } = await own.client.getProfile({});
  if (role !== 'operator') throw mayCreateNone(`it has the role ${role}, and this requires operator.`, url, baseUrl);
  const taken = (await orHelp(own.client.listKeys({}), url, baseUrl)).map(({ name }) => name);
  const name = toFreeName(holder, taken);
  const create = async (): Promise<CreatedAddressKey> => {
    const body = { name, role: 'viewer' as const, expires_at: null, app_ids: [app_id] };
    const key = await orHelp(own.client.createKey({ body }), url, baseUrl);
    const prefix = key.split('.')[0] ?? '';
    const revokeLine = `wf keys revoke ${prefix} --yes --base-url ${shellWord(baseUrl)}`;
    const revoke = async () => void (await own.client.deleteKey({ key_prefix: prefix }));
    return { url: addKeyTo(url, key), prefix, revokeLine, revoke };
  };
  return { name, baseUrl, create };
}

async function orHelp<Answer>(answer: Promise<Answer>, url: string, baseUrl: string): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!isWfError(error) || error.code !== 'WF_NOT_ALLOWED') throw error;
    throw mayCreateNone(error.message, url, baseUrl);
  }
}

function mayCreateNone(reason: string, url: string, baseUrl: string): UserError {
  return userError(
    'WF_NOT_ALLOWED',
    `A key for the address has to be created at ${baseUrl}, and yours may create none: ${reason} Nothing was changed.`,
    [
      `Ask an operator there for a viewer's key of this app alone, and register the address with it: wf deploy --url ${url}/key/KEY`,
      `wf login --base-url ${shellWord(baseUrl)}`,
    ],
  );
}

/** A key that an interrupted command left has the same name. */
function toFreeName(holder: string, taken: readonly string[]): string {
  let name = holder;
  for (let number = 2; taken.includes(name); number += 1) name = `${holder} ${number}`;
  return name;
}

/**
 * Does something with the address of a created key. If it fails, the key is revoked.
 *
 * @throws {WfError} without the key's value, and how to revoke it if that failed
 */
export async function withAddressKey<Result>(
  { revoke, revokeLine, prefix }: CreatedAddressKey,
  use: () => Promise<Result>,
): Promise<Result> {
  try {
    return await use();
  } catch (error) {
    // An interrupted change is done, and uses the key.
    if (isWfError(error) && error.code === 'WF_INTERRUPTED') throw error;
    const isRevoked = await revoke().then(
      () => true,
      () => false,
    );
    if (!isWfError(error)) throw error;
    const message = maskKeys(error.message);
    if (isRevoked) throw reword(error, { message: `${message} The key ${prefix} is revoked again.` });
    throw reword(error, {
      message: `${message} The key ${prefix} was created for it, and could not be revoked.`,
      nextSteps: [revokeLine, ...error.nextSteps],
    });
  }
}
