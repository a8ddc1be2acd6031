import type { Db } from '../../store/schema.ts';
import { dropSlots, renewSlots, takeSlots } from '../queries/evaluation-slots.ts';

/** Calls in flight, dealt out to the chunks of an evaluation, so that all workers together keep to its limit. */
export interface CallSlots {
  /** @returns calls that `owner` may have in flight; 0 when others have them all */
  take(wanted: {
    readonly evaluationId: string;
    readonly owner: string;
    readonly total: number;
    readonly most: number;
  }): Promise<number>;
  /** Answers false when they were taken back. */
  renew(owner: string): Promise<boolean>;
  drop(owner: string): Promise<void>;
}

/** How long calls stay with a chunk whose worker is silent. */
const KEPT_MS = 15_000;

export function createCallSlots(db: Db, now: () => Date): CallSlots {
  const expiry = () => new Date(now().getTime() + KEPT_MS).toISOString();
  return {
    take: (wanted) => takeSlots(db, { ...wanted, now: now().toISOString(), expiresAt: expiry() }),
    renew: (owner) => renewSlots(db, owner, expiry()),
    drop: (owner) => dropSlots(db, owner),
  };
}
