import { createWorld, type World } from './service-world.ts';
import { startService, type StartServiceOptions } from './start-service.ts';
import { isOnPostgres, testedDatabase } from './tested-database.ts';

/** A world that is disposed with its service. */
export type OwnWorld = World & AsyncDisposable;

/**
 * Creates a new service with an app, on the kind of database that this run tests. On PostgreSQL it is two replicas
 * behind a load balancer, so that a suite passes on sockets and across processes as well.
 */
export async function openWorld(options: Omit<StartServiceOptions, 'database'> = {}): Promise<OwnWorld> {
  const transport = isOnPostgres() ? 'two replicas' : (options.transport ?? 'in process');
  const running = await startService({ ...options, transport, database: testedDatabase() });
  const world = await createWorld(running);
  return { ...world, [Symbol.asyncDispose]: () => running[Symbol.asyncDispose]() };
}

/** Reads the status and JSON body of an answer. */
export async function seen(response: Response): Promise<[number, unknown]> {
  const text = await response.text();
  return [response.status, text === '' ? null : JSON.parse(text)];
}
