import { appendChanges, authorOf } from '../audit/queries.ts';
import type { Retention } from './retention.ts';
import type { Store } from '../store/open-store.ts';
import { createCutoffs } from './cutoffs.ts';
import { readBusyApps } from './queries/old-evaluations.ts';
import { holdPruneLock, readRules } from './queries/rules.ts';

export interface CleanerOptions {
  readonly store: Store;
  readonly retention: Retention;
  /** What is older goes, unless a rule says otherwise; `null`: only what a rule names. */
  readonly keepSeconds: number | null;
  readonly now: () => Date;
  /** Milliseconds of a clock that nobody can set. */
  readonly elapsedMs: () => number;
  /** Called when a round fails, or is left out because the clock jumped. */
  readonly onProblem: (error: unknown) => void;
  /** How often to look for a quiet time. @defaultValue 60,000 */
  readonly everyMs?: number;
}

/** Prunes what is too old, at quiet times. */
export interface Cleaner extends AsyncDisposable {
  /** Counts a request: a minute with many is not quiet. */
  note(this: void): void;
  /** Does one round now, if the time is right. Never rejects. */
  look(this: void): Promise<void>;
}

/** A minute with fewer requests is quiet. */
const QUIET_REQUESTS = 60;
/** After so many busy minutes, a round is due all the same: it leaves calls most of the time. */
const MAX_WAIT = 24 * 60;
/** Minutes between two rounds that found nothing more to do. */
const BETWEEN_ROUNDS = 60;
/** The clock may be corrected by so much while the service runs. */
const MAX_DRIFT_MS = 3_600_000;

/** Creates the cleaner of one replica. Of several, one at a time does a round. */
export function createCleaner(options: CleanerOptions): Cleaner {
  const { store, retention, keepSeconds, now, elapsedMs, onProblem, everyMs = 60_000 } = options;
  const closing = new AbortController();
  const startedAt = now().getTime() - elapsedMs();
  let [requests, waited, rested] = [0, 0, BETWEEN_ROUNDS];
  const round = async (): Promise<void> => {
    const instant = now();
    if (instant.getTime() - elapsedMs() - startedAt > MAX_DRIFT_MS) throw jumped();
    const rules = await readRules(store.reads, null);
    const cutoffs = createCutoffs({ now: instant, rules, olderThanSeconds: null, otherwiseSeconds: keepSeconds });
    const busyAppIds = await readBusyApps(store.reads, instant.toISOString());
    const scope = { appIds: null, busyAppIds, cutoffs, isPlan: false };
    const { kinds, done } = await retention.prune(scope, closing.signal);
    if (done) rested = 0;
    if (kinds.length === 0) return;
    const summary = `pruned ${kinds.map(({ kind, count }) => `${count} ${kind.replaceAll('_', ' ')}`).join(', ')}`;
    const author = authorOf('prune', instant.toISOString());
    await store.transaction((db) => appendChanges(db, [{ kind: 'service', summary }], author));
  };
  const look = async (): Promise<void> => {
    const isQuiet = requests < QUIET_REQUESTS;
    requests = 0;
    rested += 1;
    waited += 1;
    if (rested < BETWEEN_ROUNDS || !(isQuiet || waited > MAX_WAIT)) return;
    waited = 0;
    await holdPruneLock(store, round).catch(onProblem);
  };
  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => void (looking = looking.then(look)), everyMs);
  timer.unref();
  return {
    note: () => void (requests += 1),
    look,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      closing.abort();
      await looking;
    },
  };
}

function jumped(): Error {
  return new Error('The clock of this machine jumped ahead, so nothing is pruned before the next start.');
}
