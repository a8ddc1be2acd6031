import { setTimeout as delay } from 'node:timers/promises';
import type { PrunedKind, StoredKind } from '../../contract/retention/retention.ts';
import type { Store } from '../store/open-store.ts';
import type { Measured, Retention } from './retention.ts';
import { type PruneDependencies, pruneStepByStep } from './prune-steps.ts';
import { measureDatabase, measureTables } from './queries/usage.ts';

export interface RetentionOptions extends PruneDependencies {
  readonly store: Store;
  /** @defaultValue 5,000 */
  readonly budgetMs?: number;
}

/** Calls get ten times as long as each transaction took: with its log and the disk, they keep four fifths of their rate. */
const PAUSES = 10;
const MAX_PAUSE_MS = 500;

export function createRetention({ store, artifacts, budgetMs = 5000 }: RetentionOptions): Retention {
  return {
    measure: async () => {
      const sums = new Map<string, Measured>();
      for await (const { kind, appId, rows, bytes } of measureTables(store.reads, store.dialect)) {
        const key = JSON.stringify([appId, kind]);
        const sum = sums.get(key);
        sums.set(key, { kind, appId, rows: (sum?.rows ?? 0) + rows, bytes: (sum?.bytes ?? 0) + bytes });
        // SQLite answers synchronously: calls go on between two parts.
        await delay(0);
      }
      return [...sums.values()];
    },
    measureDatabase: async () => await measureDatabase(store.reads, store.dialect),
    prune: async (scope, signal) => {
      const kinds = new Map<StoredKind, PrunedKind>();
      const deadline = performance.now() + budgetMs;
      let done = true;
      let startedAt = performance.now();
      for await (const gone of pruneStepByStep({ store, artifacts }, scope)) {
        for (const { kind, count, bytes } of gone) {
          const sum = kinds.get(kind);
          kinds.set(kind, { kind, count: (sum?.count ?? 0) + count, bytes: (sum?.bytes ?? 0) + bytes });
        }
        const isChanged = !scope.isPlan && gone.some(({ count, bytes }) => count > 0 || bytes > 0);
        // A part without anything old is no progress: stopping there, every request would begin anew.
        done = !isChanged || performance.now() < deadline;
        if (!done || signal.aborted) break;
        await delay(isChanged ? Math.min(PAUSES * (performance.now() - startedAt), MAX_PAUSE_MS) : 0);
        startedAt = performance.now();
      }
      if (!scope.isPlan) await reclaim(store, signal);
      if (!scope.isPlan && kinds.size > 0) await store.emptyLog();
      return { kinds: [...kinds.values()].filter(({ count }) => count > 0), done: done && !signal.aborted };
    },
  };
}

/** Gives free pages back to the file system, a few at a time. */
async function reclaim({ reclaim: reclaimPages }: Store, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await reclaimPages())) await delay(PAUSES);
}
