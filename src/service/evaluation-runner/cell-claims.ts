import type { FoundCells, WantedCells } from '../../evaluation/engine/look-up-cells.ts';
import type { CellClaims } from '../ports.ts';
import { isGone, nameOwner } from '../process-owner.ts';
import type { Store } from '../store/open-store.ts';
import { dropClaim, lockClaims, noteClaim, readClaims, renewClaim } from '../store/queries/cell-claims.ts';
import type { WorkStore } from '../store/queries/evaluation-work.ts';
import type { Db } from '../store/schema.ts';
import { fromCell } from './to-scenario.ts';

export interface CellClaimsOptions {
  readonly store: Store;
  readonly work: WorkStore;
  readonly now: () => Date;
}

/** How long a claim outlives its last renewal. A process of this machine that has ended claims nothing at once. */
const CLAIM_MS = 15_000;

/**
 * Opens the claims of a run: one row in the database, which names all answers that it is about to call for. The row is
 * written anew with each page that is looked up, so that a page costs one statement more, however many rows it has.
 */
export function openCellClaims({ store, work, now }: CellClaimsOptions, code: string): CellClaims {
  const owner = nameOwner();
  const expiry = () => new Date(now().getTime() + CLAIM_MS).toISOString();
  let isNoted = false;
  const renew = async (): Promise<void> => {
    if (isNoted) await renewClaim(store.db, { owner, expiresAt: expiry() });
  };
  // What could not be renewed may be called for twice, and nothing worse.
  const timer = setInterval(() => void renew().catch(() => undefined), CLAIM_MS / 3);
  timer.unref();
  const findAndClaim = async (db: Db, { keys, inHand, isJudged }: WantedCells): Promise<FoundCells> => {
    await lockClaims(db, store.dialect, code);
    // Claims first: who drops one has stored the answer before.
    const isClaimed = await readClaims(db, { code, besides: owner, now: now().toISOString(), isGone });
    const cells = await work.findCells(db, keys);
    const isNeeded = (key: string) => isJudged || !cells.has(key);
    const elsewhere = new Set(keys.filter((key) => isNeeded(key) && isClaimed(key)));
    const claimed = [...inHand, ...keys.filter((key) => isNeeded(key) && !elsewhere.has(key))];
    if (isNoted || claimed.length > 0) await noteClaim(db, { owner, code, cells: claimed, expiresAt: expiry() });
    isNoted ||= claimed.length > 0;
    return { stored: new Map([...cells].map(([key, cell]) => [key, fromCell(cell)])), elsewhere };
  };
  return {
    find: async (wanted) => {
      const found = store.db.transaction().execute((db) => findAndClaim(db, wanted));
      return await found.catch((error: unknown) => {
        throw store.explain(error);
      });
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      // What cannot be dropped expires; it must not hide why the run ended.
      if (isNoted) await dropClaim(store.db, owner, now().toISOString()).catch(() => undefined);
    },
  };
}
