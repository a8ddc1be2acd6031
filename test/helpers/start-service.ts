import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '../../src/contract/records/key.ts';
import { createService, type CreateServiceOptions, type Service } from '../../src/service/create-service.ts';
import { makeKey } from '../../src/service/keys/make-key.ts';
import type { HostedCall } from '../../src/service/ports.ts';
import { serve } from '../../src/service/serve.ts';
import { createSecretBox } from '../../src/service/secrets/create-secret-box.ts';
import { openStore, type Store } from '../../src/service/store/open-store.ts';
import { createEchoHosting } from './echo-hosting.ts';
import { createDatabase } from './postgres.ts';

export interface StartServiceOptions extends Partial<Omit<CreateServiceOptions, 'store'>> {
  /** @defaultValue a new SQLite file */
  readonly database?: 'sqlite' | { readonly adminUrl: string };
  /** @defaultValue in process */
  readonly transport?: 'in process' | 'socket';
}

/** A service with a database of its own, a key per role, and hosting that answers with what it was called with. */
export interface RunningService extends AsyncDisposable {
  readonly service: Service;
  readonly store: Store;
  readonly keys: Readonly<Record<Role, string>>;
  readonly calls: readonly HostedCall[];
  readonly baseUrl: string;
  /** Sends a request with the operator's key, unless other headers are given. */
  send(method: string, path: string, options?: SendOptions): Promise<Response>;
}

export interface SendOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** @defaultValue the operator's */
  readonly key?: string | null;
}

/** A key of nobody's. */
export const TEST_SECRETS = createSecretBox(async () => new Uint8Array(32));

export async function startService(options: StartServiceOptions = {}): Promise<RunningService> {
  const { database = 'sqlite', transport = 'in process', ...rest } = options;
  const stack = new AsyncDisposableStack();
  const store = stack.use(await openTestStore(database, stack));
  const calls: HostedCall[] = [];
  const service = stack.use(
    createService({ createHosting: () => createEchoHosting(calls), secrets: TEST_SECRETS, ...rest, store }),
  );
  const server = transport === 'socket' ? stack.use(await serve({ service })) : null;
  const baseUrl = server?.url ?? 'http://wf.test';
  const keys = await makeKeys(store);
  const send: RunningService['send'] = async (method, path, { body, headers = {}, key = keys.operator } = {}) => {
    const authorization: Record<string, string> = key === null ? {} : { authorization: `ApiKey ${key}` };
    const init: RequestInit = { method, headers: { ...authorization, ...headers }, body: toBody(body) };
    const request = new Request(`${baseUrl}${path}`, init);
    return server === null ? await service.fetch(request) : await fetch(request);
  };
  return { service, store, keys, calls, baseUrl, send, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** Opens a store on an empty database that goes away with the stack. */
export async function openTestStore(
  database: NonNullable<StartServiceOptions['database']>,
  stack: AsyncDisposableStack,
): Promise<Store> {
  if (database !== 'sqlite') {
    const { url } = stack.use(await createDatabase(database.adminUrl));
    return await openStore({ url });
  }
  const folder = await mkdtemp(join(tmpdir(), 'wf-service-'));
  stack.defer(() => rm(folder, { recursive: true }));
  return await openStore({ file: join(folder, 'wf.db') });
}

async function makeKeys(store: Store): Promise<Record<Role, string>> {
  const now = new Date().toISOString();
  const make = (role: Role) => makeKey(store.db, { name: `the ${role}`, role, expiresAt: null, now });
  return { viewer: await make('viewer'), author: await make('author'), operator: await make('operator') };
}

function toBody(body: unknown): BodyInit | null {
  if (body === undefined) return null;
  return body instanceof Uint8Array || typeof body === 'string' ? (body as BodyInit) : JSON.stringify(body);
}
