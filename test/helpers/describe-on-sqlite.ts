import { describe } from 'vitest';
import { createWorldOpener, type OpenWorld } from './open-world.ts';

/** Runs a suite on SQLite in this process; `test/conformance` runs it on PostgreSQL. */
export function describeOnSqlite(title: string, suite: (openWorld: OpenWorld) => void): void {
  describe(`${title} on SQLite`, () => suite(createWorldOpener(() => 'sqlite')));
}
