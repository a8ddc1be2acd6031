import type { FoundCells, WantedCells } from '../../../evaluation/engine/look-up-cells.ts';
import { isGone, nameOwner } from '../../evaluations/process-owner.ts';
import type { Store } from '../../store/open-store.ts';
import { dropClaim, lockClaims, noteClaim, readClaims, renewClaim } from '../queries/cell-claims.ts';
import type { WorkStore } from '../../evaluations/queries/evaluation-work.ts';
import type { Db } from '../../store/schema.ts';
import { type ClaimsAhead, createClaimPace } from './claim-pace.ts';
import type { CellOutcome } from '../../../evaluation/engine/call-outcome.ts';
import type { StoredCell } from '../../evaluations/evaluation-rows.ts';

/** The outputs as one run sees them: those that it finds missing are its own to call for, until it is disposed. */
export interface CellClaims extends AsyncDisposable {
  find(this: void, wanted: WantedCells): Promise<FoundCells>;
}

export interface CellClaimsOptions {
  readonly store: Store;
  readonly work: WorkStore;
  readonly now: () => Date;
  /** Left out: all that is asked for. */
  readonly ahead?: ClaimsAhead | undefined;
}

/** How long a claim outlives its last renewal. A process of this machine that has ended claims nothing at once. */
const CLAIM_MS = 15_000;

interface Claimed {
  /** Keys of answers that are there, and nobody else's. */
  readonly stored: readonly string[];
  readonly elsewhere: ReadonlySet<string>;
  readonly looked: number;
}

/**
 * Names the pieces of work that an answer still needs: the call, and each kept score. Runs with different judges wait for
 * the call alone.
 */
function workOn(key: string, isStored: boolean, judges: readonly string[]): string[] {
  const call = key.slice(0, HASH_PART);
  return [...(isStored ? [] : [call]), ...judges.map((judge) => `${call}:${judge.slice(0, HASH_PART)}`)];
}

/** A quarter of a hash. Two that begin alike only wait for each other. */
const HASH_PART = 16;

/**
 * Opens the claims of a run: one row in the database, which names all answers that it is about to call for. The row is
 * written anew with each look-up, so that one costs one statement more, however many rows it has.
 */
export function openCellClaims({ store, work, now, ahead }: CellClaimsOptions, code: string): CellClaims {
  const pace = ahead === undefined ? null : createClaimPace(ahead, () => performance.now());
  const owner = nameOwner();
  const expiry = () => new Date(now().getTime() + CLAIM_MS).toISOString();
  let isNoted = false;
  const renew = async (): Promise<void> => {
    if (isNoted) await renewClaim(store.db, { owner, expiresAt: expiry() });
  };
  // What could not be renewed may be called for twice, and nothing worse.
  const timer = setInterval(() => void renew().catch(() => undefined), CLAIM_MS / 3);
  timer.unref();
  const claim = async (db: Db, { keys, inHand, judges }: WantedCells): Promise<Claimed> => {
    await lockClaims(db, store.dialect, code);
    // Claims first: who drops one has stored the answer before.
    const isClaimed = await readClaims(db, { code, besides: owner, now: now().toISOString(), isGone });
    const stored = await work.whichCells(db, keys);
    const needs = (key: string) => workOn(key, stored.has(key), judges);
    const { own, elsewhere, pieces, missing, looked } = divide(keys, pace?.most() ?? keys.length, needs, isClaimed);
    pace?.note(missing);
    const claimed = [...inHand].flatMap((key) => workOn(key, false, judges)).concat(pieces);
    if (isNoted || claimed.length > 0) await noteClaim(db, { owner, code, cells: claimed, expiresAt: expiry() });
    isNoted ||= claimed.length > 0;
    return { stored: own.filter((key) => stored.has(key)), elsewhere, looked };
  };
  const find = async (wanted: WantedCells): Promise<FoundCells> => {
    // What is lost with the database's machine may be called for twice, and nothing worse.
    const { stored, ...divided } = await store.passingTransaction((db) => claim(db, wanted));
    // The answers themselves may be long: nobody waits while they are read.
    const cells = await work.findCells(store.db, stored);
    return { stored: new Map([...cells].map(([key, cell]) => [key, fromCell(cell)])), ...divided };
  };
  return {
    find: async (wanted) =>
      await find(wanted).catch((error: unknown) => {
        throw store.explain(error);
      }),
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      // What cannot be dropped expires; it must not hide why the run ended.
      if (isNoted) await dropClaim(store.db, owner, now().toISOString()).catch(() => undefined);
    },
  };
}

interface Divided {
  readonly own: readonly string[];
  readonly elsewhere: ReadonlySet<string>;
  /** What is claimed of one's own, by its pieces. */
  readonly pieces: readonly string[];
  /** Keys that something is claimed of. */
  readonly missing: number;
  readonly looked: number;
}

/** Parts what is one's own from what others have in hand, up to the last that may be claimed. */
function divide(
  keys: readonly string[],
  most: number,
  needs: (key: string) => readonly string[],
  isClaimed: (name: string) => boolean,
): Divided {
  const [own, pieces, elsewhere] = [new Array<string>(), new Array<string>(), new Set<string>()];
  let missing = 0;
  for (const [looked, key] of keys.entries()) {
    const needed = needs(key);
    if (needed.some(isClaimed)) {
      elsewhere.add(key);
      continue;
    }
    if (needed.length > 0 && missing === most) return { own, elsewhere, pieces, missing, looked };
    missing += needed.length > 0 ? 1 : 0;
    pieces.push(...needed);
    own.push(key);
  }
  return { own, elsewhere, pieces, missing, looked: keys.length };
}

/** A stored cell as the engine takes it. */
export function fromCell({ output, cost, latency }: StoredCell): CellOutcome {
  return { error: null, output: output.value ?? null, cost, latency };
}
