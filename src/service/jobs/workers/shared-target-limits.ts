import { type AdaptiveLimit, createAdaptiveLimit, SYSTEM_CLOCK } from '../../../evaluation/engine/adaptive-limit.ts';
import { createTargetLimits } from '../rows/run-limits.ts';
import { startTimer } from './renew-lease.ts';
import type { Db } from '../../store/schema.ts';
import { noteRefusal, readRefusals, type TargetRefusals } from '../queries/workers.ts';

export type SharedTargetLimits = ReturnType<typeof createSharedTargetLimits>;

interface SharedTargetLimitsOptions {
  readonly db: Db;
  readonly now: () => Date;
  /** @defaultValue 250 */
  readonly everyMs?: number;
}

interface Known {
  readonly limit: AdaptiveLimit;
  /** Refusals that were applied; `null` before the first look. */
  applied: number | null;
}

/**
 * Creates limits that respect the refusals any process on the database received: all send fewer calls, and all wait as
 * long as the target asked. While the database does not answer, each process respects its own refusals.
 */
export function createSharedTargetLimits({ db, now, everyMs = 250 }: SharedTargetLimitsOptions) {
  const known = new Map<string, Known>();
  const report = (target: string, retryAfterMs: number): void => {
    const each = known.get(target);
    // Applied already, when the refusal came.
    if (each?.applied != null) each.applied += 1;
    const instant = now();
    const closedUntil = new Date(instant.getTime() + retryAfterMs).toISOString();
    void noteRefusal(db, { target, closedUntil, now: instant.toISOString() }).catch(() => undefined);
  };
  const open = (target: string): AdaptiveLimit => {
    const limit = createAdaptiveLimit(SYSTEM_CLOCK, (retryAfterMs) => report(target, retryAfterMs ?? 0));
    known.set(target, { limit, applied: null });
    return limit;
  };
  const look = async (): Promise<void> => {
    const called = [...known].filter(([, { limit }]) => limit.isCalled);
    const targets = called.map(([target]) => target);
    const found = await readRefusals(db, targets);
    for (const [target, each] of called) apply(each, found.get(target) ?? NONE, now());
  };
  const timer = startTimer(() => look().catch(() => undefined), everyMs);
  timer.unref();
  return { ...createTargetLimits(open), [Symbol.dispose]: () => clearInterval(timer) };
}

const NONE: TargetRefusals = { refusals: 0, closedUntil: '' };

function apply(known: Known, { refusals, closedUntil }: TargetRefusals, now: Date): void {
  const closedMs = closedUntil === '' ? 0 : Math.max(0, Date.parse(closedUntil) - now.getTime());
  // Refusals from before this process's first call do not lower the limit; their retry time still holds.
  const isNew = known.applied !== null && refusals > known.applied;
  known.applied = Math.max(refusals, known.applied ?? 0);
  if (isNew || closedMs > 0) known.limit.honour(isNew, closedMs);
}
