import { describe, inject } from 'vitest';
import { createWorld, type World } from '../helpers/service-world.ts';
import { startService, type StartServiceOptions } from '../helpers/start-service.ts';

/** A world that is disposed with its service. */
export type OwnWorld = World & AsyncDisposable;

/** Creates a new service with an app. */
export type OpenWorld = (options?: Omit<StartServiceOptions, 'database'>) => Promise<OwnWorld>;

/** Runs a suite on SQLite, on PostgreSQL, and on PostgreSQL through a load balancer over two replicas. */
export function describeOnBothDatabases(title: string, suite: (openWorld: OpenWorld) => void): void {
  describe.each(['SQLite', 'PostgreSQL', 'two replicas'])(`${title} on %s`, (database) => {
    suite(async (options = {}) => {
      const where = database === 'SQLite' ? 'sqlite' : { adminUrl: inject('postgresUrl') };
      const transport = database === 'two replicas' ? 'two replicas' : (options.transport ?? 'in process');
      const running = await startService({ ...options, transport, database: where });
      const world = await createWorld(running);
      return { ...world, [Symbol.asyncDispose]: () => running[Symbol.asyncDispose]() };
    });
  });
}

/** Reads the status and JSON body of an answer, all that a caller sees of it. */
export async function seen(response: Response): Promise<[number, unknown]> {
  const text = await response.text();
  return [response.status, text === '' ? null : JSON.parse(text)];
}
