import { type Client, createClient } from '../../client/create-client.ts';
import { adaptClient, type ClientHooks } from '../../client/public/adapt-client.ts';
import { httpTransport } from '../../client/transport/http-transport.ts';
import type { RequestEvent } from '../../client/sending/send-once.ts';
import { openEmbeddedService } from './embedded-service.ts';
import { readDevFile, readLocalKey } from '../../project/dev-file.ts';
import type { Settings } from '../../project/resolve-settings.ts';

export interface SessionHooks extends ClientHooks {
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
 *
 * @throws {WF_NOT_TRUSTED} for the data of a project that the user does not trust: it contains code and addresses
 */
export async function openSession(settings: Settings, hooks: SessionHooks): Promise<Session> {
  const { baseUrl, credential } = settings;
  if (baseUrl.value !== null) return openRemote({ baseUrl: baseUrl.value, credential }, settings, hooks);
  settings.requireTrust();
  const dev = await findDev(settings.dataDir);
  return dev === null ? await openEmbedded(settings, hooks) : openRemote(dev, settings, hooks);
}

interface Remote {
  readonly baseUrl: string;
  readonly credential: Settings['credential'];
  /** Whether the service has shown itself as one of ours. @defaultValue false */
  readonly isExtended?: boolean;
}

function openRemote(remote: Remote, { timeoutMs }: Settings, hooks: SessionHooks): Session {
  const transport = httpTransport();
  const plain = createClient({ transport, ...remote, timeoutMs: timeoutMs.value, ...hooks });
  const client = adaptClient(plain, hooks);
  return { client, mode: 'remote', url: remote.baseUrl, close: () => client.close() };
}

/** A healthy server on this machine answers far sooner. */
const HEALTH_MS = 2000;

/** Finds the `wf dev` that serves a data folder; `null` if it was killed or hangs. */
async function findDev(dataDir: string): Promise<Remote | null> {
  const found = readDevFile(dataDir);
  if (found === null) return null;
  const transport = httpTransport();
  await using client = createClient({ transport, baseUrl: found.url, timeoutMs: HEALTH_MS, retries: 0 });
  // Another program may listen at its port by now.
  const extended = await client.extensions().catch(() => null);
  const key = extended === null ? null : readLocalKey(dataDir);
  return key === null ? null : { baseUrl: found.url, isExtended: true, credential: { key, form: 'apikey' } };
}

async function openEmbedded(settings: Settings, hooks: SessionHooks): Promise<Session> {
  const service = await openEmbeddedService(settings);
  const plain = createClient({
    transport: service.transport,
    // Never resolved: a request needs a URL, even in process.
    baseUrl: 'http://embedded.wf.invalid',
    isExtended: true,
    timeoutMs: settings.timeoutMs.value,
    ...hooks,
  });
  const client = adaptClient(plain, hooks);
  const close = async () => {
    await client.close();
    await service.close();
  };
  return { client, mode: 'embedded', url: null, close };
}
