import { describe, inject } from 'vitest';
import { createWorldOpener, type OpenWorld } from '../helpers/open-world.ts';

/** Runs a suite on PostgreSQL, in this process and through a load balancer over two replicas; `test/unit` runs it on SQLite. */
export function describeOnPostgres(title: string, suite: (openWorld: OpenWorld) => void): void {
  const database = () => ({ adminUrl: inject('postgresUrl') });
  describe(`${title} on PostgreSQL`, () => suite(createWorldOpener(database)));
  describe(`${title} on two replicas`, () => suite(createWorldOpener(database, 'two replicas')));
}
