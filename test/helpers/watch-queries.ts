import type { CompiledQuery } from 'kysely';
import type { Store } from '../../src/service/store/open-store.ts';

/** Calls back with each query that is sent to a database. */
export function watchQueries({ db, reads }: Store, onQuery: (query: CompiledQuery) => void): void {
  for (const executor of new Set([db.getExecutor(), reads.getExecutor()])) {
    const execute = executor.executeQuery.bind(executor);
    Object.assign(executor, {
      executeQuery: async (...given: Parameters<typeof execute>) => {
        onQuery(given[0]);
        return await execute(...given);
      },
    });
  }
}
