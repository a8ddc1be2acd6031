import type { Db } from '../../store/schema.ts';
import { dropSlots, renewSlots, takeSlots } from '../queries/evaluation-slots.ts';

/** Distributes calls in flight to the chunks of an evaluation, so that all workers together respect its limit. */
export interface CallSlots {
  /** @returns calls that `owner` may have in flight; 0 when other chunks use them all */
  take(wanted: {
    readonly evaluationId: string;
    readonly owner: string;
    readonly total: number;
    readonly most: number;
  }): Promise<number>;
  /** @returns false when they have expired */
  renew(owner: string): Promise<boolean>;
  drop(owner: string): Promise<void>;
}

/** How long a chunk keeps its calls without renewal. */
const SLOT_LIFETIME_MS = 15_000;

export function createCallSlots(db: Db, now: () => Date): CallSlots {
  const expiry = () => new Date(now().getTime() + SLOT_LIFETIME_MS).toISOString();
  return {
    take: (wanted) => takeSlots(db, { ...wanted, now: now().toISOString(), expiresAt: expiry() }),
    renew: (owner) => renewSlots(db, owner, expiry()),
    drop: (owner) => dropSlots(db, owner),
  };
}
