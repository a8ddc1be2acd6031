import { userInfo } from 'node:os';
import { type Client, createClient } from '../../client/create-client.ts';
import { adaptClient } from '../../client/public/adapt-client.ts';
import { httpTransport } from '../../client/transport/http-transport.ts';
import type { RequestEvent } from '../../client/sending/send-once.ts';
import { readDevFile, readLocalKey } from '../../project/dev-file.ts';
import type { Settings } from '../../project/resolve-settings.ts';
import type { Transport, WireRequest, WireResponse } from '../../client/transport/transport.ts';
import { BugError, isWfError } from '../../foundation/errors/wf-error.ts';
import type { PlainRequest, Service } from '../../service/serve/create-service.ts';
import type { Outcome } from '../../service/request/run-operation.ts';

export interface SessionHooks {
  readonly onRequest?: (event: RequestEvent) => void;
}

/** A typed client of the service that the settings name. */
export interface Session {
  readonly client: Client;
  /** Whether the service runs in this process or at an address. */
  readonly mode: 'embedded' | 'remote';
  /** Address of the service and of its playground; `null` when it listens nowhere. */
  readonly url: string | null;
  close(): Promise<void>;
}

/**
 * Opens a session with the service at `base_url`. Without one, it uses the `wf dev` that serves this folder, or the
 * service embedded in this process over the project's data.
 */
export async function openSession(settings: Settings, hooks: SessionHooks): Promise<Session> {
  const { baseUrl, credential } = settings;
  if (baseUrl.value !== null) return openRemote({ baseUrl: baseUrl.value, credential }, settings, hooks);
  const dev = await findDev(settings.dataDir);
  return dev === null ? await openEmbedded(settings, hooks) : openRemote(dev, settings, hooks);
}

interface Remote {
  readonly baseUrl: string;
  readonly credential: Settings['credential'];
}

function openRemote({ baseUrl, credential }: Remote, { timeoutMs }: Settings, hooks: SessionHooks): Session {
  const transport = httpTransport();
  const client = adaptClient(createClient({ transport, baseUrl, credential, timeoutMs: timeoutMs.value, ...hooks }));
  return { client, mode: 'remote', url: baseUrl, close: () => client.close() };
}

/** A healthy server on this machine answers far sooner. */
const HEALTH_MS = 2000;

/** Finds the `wf dev` that serves a data folder; `null` if it was killed or hangs. */
async function findDev(dataDir: string): Promise<Remote | null> {
  const found = readDevFile(dataDir);
  if (found === null) return null;
  const transport = httpTransport();
  await using client = createClient({ transport, baseUrl: found.url, timeoutMs: HEALTH_MS, retries: 0 });
  const isThere = await client.getHealth().then(
    () => true,
    () => false,
  );
  const key = isThere ? readLocalKey(dataDir) : null;
  return key === null ? null : { baseUrl: found.url, credential: { key, form: 'apikey' } };
}

/** A command reads most pages once: a server's larger cache would only grow with the rows. */
const CACHE_MB = 4;

/** Loads the service and its database here, so that a command that talks to a server never pays for them. */
async function openEmbedded(settings: Settings, hooks: SessionHooks): Promise<Session> {
  const { composeService } = await import('../serve/compose-service.ts');
  const failures = new Map<string, unknown>();
  const composed = await composeService({
    dataDir: settings.dataDir,
    cacheMb: CACHE_MB,
    isAlone: true,
    isOwn: true,
    projectRoot: settings.project?.root ?? null,
    // Only its own user calls it, who can reach every address anyway.
    egress: null,
    onError: (error, requestId) => failures.set(requestId, error),
  });
  // A user who can write the database file can change everything in it anyway.
  const principal = { id: 'local', name: userName(), role: 'operator' } as const;
  const plain = createClient({
    transport: embeddedTransport({
      answer: (request) => composed.service.answer(request, { principal }),
      failureOf: (requestId) => failures.get(requestId),
    }),
    // Never resolved: a request needs a URL, even in process.
    baseUrl: 'http://embedded.wf.invalid',
    timeoutMs: settings.timeoutMs.value,
    retries: 0,
    ...hooks,
  });
  const client = adaptClient(plain);
  const close = async () => {
    await client.close();
    await composed.close();
  };
  return { client, mode: 'embedded', url: null, close };
}

/** A container may run under a user id that has no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'local';
  }
}

export interface EmbeddedTransportOptions {
  /** Answers in this process, as {@link Service.answer} does. */
  readonly answer: (request: PlainRequest) => ReturnType<Service['answer']>;
  /** The internal error behind a failed request, by the request's id. */
  readonly failureOf: (requestId: string) => unknown;
}

/**
 * Carries requests to the service embedded in this process, as plain objects.
 *
 * @remarks Avoids Node's `fetch`: loading it takes a fifth of a short command's time.
 */
export function embeddedTransport({ answer, failureOf }: EmbeddedTransportOptions): Transport {
  return async (request) => {
    const outcome = await answer(toPlainRequest(request)).catch((error: unknown) => {
      // There is no network to blame: an unexpected error is our bug.
      throw isWfError(error) ? error : new BugError('The embedded service failed.', error);
    });
    const response = toWireResponse(outcome);
    // There is no server log to look in, so the command reports the real error.
    const failure = failureOf(response.headers['x-request-id'] ?? '');
    if (isWfError(failure)) throw failure;
    return response;
  };
}

function toPlainRequest({ method, url, headers, body, signal }: WireRequest): PlainRequest {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const fields = new Map(Object.entries(headers));
  return {
    method,
    url: url.href,
    headers: {
      get: (name) => fields.get(name.toLowerCase()) ?? null,
      has: (name) => fields.has(name.toLowerCase()),
    },
    body: bytes === null ? null : inOneChunk(bytes),
    signal,
    arrayBuffer: async () => new Uint8Array(bytes ?? []).buffer,
    // Uint8Array is a BodyInit at run time; the DOM types only admit views of a plain ArrayBuffer.
    toWeb: () => new Request(url, { method, headers, body: body as string | null, signal }),
  };
}

function toWireResponse(outcome: Outcome): WireResponse {
  if (outcome.kind === 'web') {
    const { status, headers, body } = outcome.response;
    return { status, headers: Object.fromEntries(headers), body: body ?? inOneChunk('') };
  }
  const { status, headers, body } = outcome.answer;
  return {
    status,
    headers,
    body: typeof body === 'string' || body instanceof Uint8Array ? inOneChunk(body) : (body ?? inOneChunk('')),
  };
}

/** @yields the whole body, or nothing if it is empty */
async function* inOneChunk(body: string | Uint8Array): AsyncGenerator<Uint8Array, void> {
  if (body.length > 0) yield typeof body === 'string' ? Buffer.from(body) : body;
}
