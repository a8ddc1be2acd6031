import { createWorld, type World } from './service-world.ts';
import { startService, type StartServiceOptions, type TestDatabase } from './start-service.ts';

/** A world that is disposed with its service. */
export type OwnWorld = World & AsyncDisposable;

/** Creates a new service with an app. */
export type OpenWorld = (options?: Omit<StartServiceOptions, 'database'>) => Promise<OwnWorld>;

/** Opens worlds on one database, over the given transport or the one of the options. */
export function createWorldOpener(
  database: () => TestDatabase,
  transport?: NonNullable<StartServiceOptions['transport']>,
): OpenWorld {
  return async (options = {}) => {
    const over = transport ?? options.transport ?? 'in process';
    const running = await startService({ ...options, transport: over, database: database() });
    const world = await createWorld(running);
    return { ...world, [Symbol.asyncDispose]: () => running[Symbol.asyncDispose]() };
  };
}

/** Reads the status and JSON body of an answer. */
export async function seen(response: Response): Promise<[number, unknown]> {
  const text = await response.text();
  return [response.status, text === '' ? null : JSON.parse(text)];
}
