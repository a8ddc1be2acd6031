import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Transport } from '../../client/transport/transport.ts';
import type { Settings } from '../../project/resolve-settings.ts';
import type { ComposedService } from '../serve/compose-service.ts';
import { openVariables } from '../serve/read-variables.ts';
import { embeddedTransport } from './embedded-transport.ts';

/** A command reads most pages once: a server's larger cache would only grow with the rows. */
const CACHE_MB = 4;

export interface EmbeddedService {
  readonly transport: Transport;
  close(): Promise<void>;
}

/**
 * Opens the service over the data here, in this process. A missing database is created by the first request that may
 * store something: commands that only read create no folder.
 */
export async function openEmbeddedService(settings: Settings): Promise<EmbeddedService> {
  const file = join(settings.dataDir, 'wf.db');
  const opened: ComposedService[] = [];
  const failures = new Map<string, unknown>();
  const open = async (creates: boolean) => {
    const composed = await composeEmbedded(settings, creates, failures);
    opened.push(composed);
    return composed;
  };
  let isStored = existsSync(file);
  let current = open(isStored);
  await current;
  const serviceFor = async (method: string) => {
    // Another command may have created it meanwhile.
    if (!isStored && (!isRead(method) || existsSync(file))) {
      isStored = true;
      current = open(true);
    }
    return (await current).service;
  };
  // A user who can write the database file can change everything in it anyway.
  const principal = { id: 'local', name: userName(), role: 'operator' } as const;
  const transport = embeddedTransport({
    answer: async (request) => await (await serviceFor(request.method)).answer(request, { principal }),
    failureOf: (requestId) => failures.get(requestId),
  });
  const close = async () => {
    for (const composed of opened) await composed.close();
  };
  return { transport, close };
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Loads the service and its database here, so that a command that talks to a server never pays for them. */
async function composeEmbedded(
  settings: Settings,
  creates: boolean,
  failures: Map<string, unknown>,
): Promise<ComposedService> {
  const { composeService } = await import('../serve/compose-service.ts');
  return await composeService({
    dataDir: settings.dataDir,
    cacheMb: CACHE_MB,
    isAlone: true,
    isOwn: true,
    creates,
    variableSource: openVariables(settings),
    // Only its own user calls it, who can reach every address anyway.
    egress: null,
    onError: (error, requestId) => failures.set(requestId, error),
  });
}

/** A container may run under a user id that has no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'local';
  }
}
