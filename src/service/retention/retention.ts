import type { KeptKind, PrunedKind, StoredKind } from '../../contract/retention/retention.ts';

/** What one kind of data of one app takes. */
export interface Measured {
  readonly kind: StoredKind;
  /** `null`: it belongs to no app. */
  readonly appId: string | null;
  readonly rows: number;
  readonly bytes: number;
}

export interface PruneScope {
  /** Ids of the apps to prune; `null`: all. */
  readonly appIds: readonly string[] | null;
  /** Ids of the apps in which an evaluation waits or runs. */
  readonly busyAppIds: readonly string[];
  /** How old data must be to be deleted. */
  readonly cutoffs: Cutoffs;
  /** Only counts; nothing is deleted. */
  readonly isPlan: boolean;
}

/** Times before which data is deleted. */
export interface Cutoffs {
  /** Only what has not changed since goes; `null`: nothing. @param appId - `null`: data of no app */
  of(this: void, kind: KeptKind, appId: string | null): string | null;
}

export interface PartScope extends Omit<PruneScope, 'cutoffs'> {
  /** Only what has not changed since. */
  readonly before: string;
}

export interface PruneResult {
  readonly kinds: readonly PrunedKind[];
  /** Whether nothing is left to prune. */
  readonly done: boolean;
}

export interface Retention {
  measure(this: void): Promise<Measured[]>;
  measureDatabase(this: void): Promise<{ readonly bytes: number; readonly free_bytes: number | null }>;
  /** Prunes for a few seconds. A plan takes as long as it needs, and changes nothing. */
  prune(this: void, scope: PruneScope, signal: AbortSignal): Promise<PruneResult>;
}
