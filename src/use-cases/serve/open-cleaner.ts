import type { ArtifactStorage } from '../../service/hosting/artifacts/artifact-storage.ts';
import { type Cleaner, createCleaner } from '../../service/retention/create-cleaner.ts';
import { createRetention } from '../../service/retention/create-retention.ts';
import type { Store } from '../../service/store/open-store.ts';

export interface OpenCleanerOptions {
  readonly store: Store;
  readonly artifacts: ArtifactStorage;
  readonly now: () => Date;
  /** Age in seconds at which data without a rule is pruned; `null`: never. Left out: nothing is pruned on its own. */
  readonly keepSeconds?: number | null;
  readonly onError?: (error: unknown, requestId: string) => void;
}

/** Opens the cleaner of a service, if it prunes on its own. */
export function openCleaner(options: OpenCleanerOptions): Cleaner | null {
  const { store, artifacts, now, keepSeconds, onError } = options;
  if (keepSeconds === undefined) return null;
  return createCleaner({
    store,
    retention: createRetention({ store, artifacts }),
    keepSeconds,
    now,
    elapsedMs: () => performance.now(),
    onProblem: (error) => onError?.(store.explain(error), 'prune'),
  });
}
