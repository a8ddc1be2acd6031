import { type AdaptiveLimit, createAdaptiveLimit } from '../../../evaluation/engine/adaptive-limit.ts';
import { SYSTEM_CLOCK } from '../../../evaluation/engine/engine-clock.ts';
import { targetOf, type TargetLimits } from '../rows/target-limits.ts';
import type { Db } from '../../store/schema.ts';
import { noteRefusal, readRefusals, type TargetRefusals } from '../queries/target-refusals.ts';

export interface SharedTargetLimits extends TargetLimits, Disposable {}

export interface SharedTargetLimitsOptions {
  readonly db: Db;
  readonly now: () => Date;
  /** @defaultValue 250 */
  readonly everyMs?: number;
}

interface Known {
  readonly limit: AdaptiveLimit;
  /** Refusals that were heeded; `null` before the first look. */
  heeded: number | null;
}

/**
 * Makes limits that heed what a target told any process on the database: all let fewer calls through, and all stay away for
 * as long as it asked. While the database does not answer, each heeds what it is told itself.
 */
export function createSharedTargetLimits({ db, now, everyMs = 250 }: SharedTargetLimitsOptions): SharedTargetLimits {
  const known = new Map<string, Known>();
  const tell = (target: string, retryAfterMs: number): void => {
    const each = known.get(target);
    // Heeded already, when it was told.
    if (each?.heeded != null) each.heeded += 1;
    const instant = now();
    const closedUntil = new Date(instant.getTime() + retryAfterMs).toISOString();
    void noteRefusal(db, { target, closedUntil, now: instant.toISOString() }).catch(() => undefined);
  };
  const open = (target: string): Known => {
    const limit = createAdaptiveLimit(SYSTEM_CLOCK, (retryAfterMs) => tell(target, retryAfterMs ?? 0));
    return { limit, heeded: null };
  };
  const look = async (): Promise<void> => {
    const called = [...known].filter(([, { limit }]) => limit.isCalled);
    const found = await readRefusals(
      db,
      called.map(([target]) => target),
    );
    for (const [target, each] of called) heed(each, found.get(target) ?? NONE, now());
  };
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void look()
      .catch(() => undefined)
      .finally(() => {
        isLooking = false;
      });
  }, everyMs);
  timer.unref();
  return {
    of(deployment) {
      const target = targetOf(deployment);
      const each = known.get(target) ?? open(target);
      known.set(target, each);
      return each.limit;
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

const NONE: TargetRefusals = { refusals: 0, closedUntil: '' };

function heed(known: Known, { refusals, closedUntil }: TargetRefusals, now: Date): void {
  const closedMs = closedUntil === '' ? 0 : Math.max(0, Date.parse(closedUntil) - now.getTime());
  // What was refused before this process called says nothing of how much it bears; when it may be called, it does.
  const isNew = known.heeded !== null && refusals > known.heeded;
  known.heeded = Math.max(refusals, known.heeded ?? 0);
  if (isNew || closedMs > 0) known.limit.heed(isNew, closedMs);
}
