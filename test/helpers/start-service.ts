import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '../../src/contract/endpoint/endpoint.ts';
import { createService, type CreateServiceOptions, type Service } from '../../src/service/serve/create-service.ts';
import { makeKey } from '../../src/service/keys/find-principal.ts';
import type { HostedCall } from '../../src/service/hosting/hosting.ts';
import { serve } from '../../src/service/serve/serve.ts';
import { createSecretBox } from '../../src/service/secrets/create-secret-box.ts';
import { openStore, type OpenStoreOptions, type Store } from '../../src/service/store/open-store.ts';
import { noteQuery } from '../../src/service/store/query-time.ts';
import { NO_TOOLS } from '../../src/evaluation/judges/evaluator-tools.ts';
import { packagePaths } from '../../src/use-cases/package-paths.ts';
import { createEchoHosting } from './echo-hosting.ts';
import { writeMigratedFile } from './migrated-file.ts';
import { createDatabase, createMigratedDatabase } from './postgres.ts';
import { requireExplained } from './require-explained.ts';
import { startLoadBalancer } from './start-load-balancer.ts';

export type NewDatabase = 'sqlite' | { readonly adminUrl: string };

export type TestDatabase =
  | NewDatabase
  /** A file or URL that others may use too. */
  | { readonly at: string };

export interface StartServiceOptions extends Partial<Omit<CreateServiceOptions, 'store'>> {
  /** @defaultValue a new SQLite file */
  readonly database?: TestDatabase;
  /** Two replicas behind a round-robin load balancer. @defaultValue in process */
  readonly transport?: 'in process' | 'socket' | 'two replicas';
}

/** A service with its own database, a key per role, and hosting that echoes calls. */
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

/** An unknown key. */
export const TEST_SECRETS = createSecretBox(async () => [new Uint8Array(32)]);

/** Answers one address with rows; others are fetched. */
const TEST_TOOLS = {
  ...NO_TOOLS,
  fetch: async (...request: Parameters<typeof fetch>) =>
    request[0] === 'https://testset.example/rows.json' ? Response.json([{ text: 'hello' }]) : await fetch(...request),
};

export async function startService(options: StartServiceOptions = {}): Promise<RunningService> {
  const { database = 'sqlite', transport = 'in process', ...rest } = options;
  const stack = new AsyncDisposableStack();
  // As in a service that runs for long.
  const location = { ...(await locateTestStore(database, stack)), checkpointScript: packagePaths().checkpointScript };
  const hooks = options.traces === undefined ? {} : { onQuery: noteQuery };
  const store = stack.use(await openStore(location, hooks));
  const calls: HostedCall[] = [];
  const make = (over: Store) =>
    createService({
      createHosting: () => createEchoHosting(calls),
      secrets: TEST_SECRETS,
      tools: TEST_TOOLS,
      ...rest,
      store: over,
    });
  const service = stack.use(make(store));
  const server = transport === 'in process' ? null : stack.use(await serve({ service }));
  const second = transport === 'two replicas' ? stack.use(make(stack.use(await openStore(location, hooks)))) : null;
  const urls = [server, second === null ? null : stack.use(await serve({ service: second }))].flatMap(
    (one) => one?.url ?? [],
  );
  const balancer = second === null ? null : stack.use(await startLoadBalancer(urls));
  const baseUrl = balancer?.url ?? server?.url ?? 'http://wf.test';
  const keys = await makeKeys(store);
  const send: RunningService['send'] = async (method, path, { body, headers = {}, key = keys.operator } = {}) => {
    const authorization: Record<string, string> = key === null ? {} : { authorization: `ApiKey ${key}` };
    const init: RequestInit = { method, headers: { ...authorization, ...headers }, body: toBody(body) };
    const request = new Request(`${baseUrl}${path}`, init);
    const response = server === null ? await service.fetch(request) : await fetch(request);
    await requireExplained(response, { method, path, headers, body });
    return response;
  };
  return { service, store, keys, calls, baseUrl, send, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** Opens a store without rows that is disposed with the stack. */
export async function openTestStore(database: TestDatabase, stack: AsyncDisposableStack): Promise<Store> {
  return await openStore(await locateTestStore(database, stack));
}

/** Creates a database with the newest schema and no rows, which is disposed with the stack. */
export async function locateTestStore(database: TestDatabase, stack: AsyncDisposableStack): Promise<OpenStoreOptions> {
  if (database !== 'sqlite' && 'at' in database) return toPlace(database.at);
  if (database !== 'sqlite') return { url: stack.use(await createMigratedDatabase(database.adminUrl)).url };
  const file = await locateFile(stack);
  await writeMigratedFile(file);
  return { file };
}

/** Chooses a location for a database without a schema, which is disposed with the stack. */
export async function locateEmptyStore(database: NewDatabase, stack: AsyncDisposableStack): Promise<OpenStoreOptions> {
  if (database === 'sqlite') return { file: await locateFile(stack) };
  return { url: stack.use(await createDatabase(database.adminUrl)).url };
}

async function locateFile(stack: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wf-service-'));
  stack.defer(() => rm(folder, { recursive: true }));
  return join(folder, 'wf.db');
}

/** Returns whether a location is a server's address rather than a file. */
export function toPlace(at: string): { readonly url: string } | { readonly file: string } {
  return at.startsWith('postgres') ? { url: at } : { file: at };
}

async function makeKeys(store: Store): Promise<Record<Role, string>> {
  const now = new Date().toISOString();
  const make = (role: Role) => makeKey(store.db, { name: `the ${role}`, role, expiresAt: null, now });
  const [viewer, auditor] = [await make('viewer'), await make('auditor')];
  return { viewer, auditor, author: await make('author'), operator: await make('operator') };
}

function toBody(body: unknown): BodyInit | null {
  if (body === undefined) return null;
  return body instanceof Uint8Array || typeof body === 'string' ? (body as BodyInit) : JSON.stringify(body);
}
