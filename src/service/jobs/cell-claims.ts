import type { FoundCells, WantedCells } from '../../evaluation/engine/look-up-cells.ts';
import { isGone, nameOwner } from '../evaluations/process-owner.ts';
import type { Store } from '../store/open-store.ts';
import { dropClaim, lockClaims, noteClaim, readClaims, renewClaim } from './queries/claims.ts';
import type { WorkStore } from '../evaluations/queries/evaluation-work.ts';
import type { Db } from '../store/schema.ts';
import type { CellOutcome } from '../../evaluation/engine/evaluation-case.ts';
import type { StoredCell } from '../evaluations/evaluation-job.ts';
import { clamp } from '../../foundation/numbers.ts';

/** How long a claim lasts after its last renewal. Claims of ended processes of this machine are void at once. */
const CLAIM_MS = 15_000;

/**
 * Names the work that an output still needs: the call, and each stored score. Runs with different judges wait only for
 * the call.
 */
function workOn(key: string, isStored: boolean, judges: readonly string[]): string[] {
  const call = key.slice(0, HASH_PART);
  return [...(isStored ? [] : [call]), ...judges.map((judge) => `${call}:${judge.slice(0, HASH_PART)}`)];
}

/** A quarter of a hash. Two keys with the same beginning merely wait for each other. */
const HASH_PART = 16;

interface OpenCellClaims {
  readonly code: string;
  /** From when on the outputs were stored; `null`: all. */
  readonly since: string | null;
  /** Left out: every missing output is claimed. */
  readonly timing: ClaimTiming | undefined;
}

/**
 * Opens the outputs as one run sees them. Those it finds missing are claimed by it until it is disposed: one row in the
 * database names all outputs it is about to call for. Each look-up rewrites the row, which costs one statement however
 * many rows the run has.
 */
export function openCellClaims(
  store: Store,
  work: WorkStore,
  now: () => Date,
  { code, since, timing }: OpenCellClaims,
) {
  const size = timing === undefined ? null : createClaimSize(timing, () => performance.now());
  const owner = nameOwner();
  const expiry = () => new Date(now().getTime() + CLAIM_MS).toISOString();
  let isNoted = false;
  const renew = async (): Promise<void> => {
    if (isNoted) await renewClaim(store.db, { owner, expiresAt: expiry() });
  };
  // A claim that could not be renewed causes at most a second call.
  const timer = setInterval(() => void renew().catch(() => undefined), CLAIM_MS / 3);
  timer.unref();
  const claim = async (db: Db, { keys, inHand, judges }: WantedCells) => {
    await lockClaims(db, store.dialect, code);
    // Claims first: a run stores its outputs before it drops its claim.
    const isClaimed = await readClaims(db, { code, besides: owner, now: now().toISOString() }, isGone);
    const stored = await work.whichCells(db, keys, since);
    const needs = (key: string) => workOn(key, stored.has(key), judges);
    const { own, elsewhere, pieces, missing, looked } = divide(keys, size?.most() ?? keys.length, needs, isClaimed);
    size?.note(missing);
    const claimed = [...inHand].flatMap((key) => workOn(key, false, judges)).concat(pieces);
    if (isNoted || claimed.length > 0) await noteClaim(db, { owner, code, cells: claimed, expiresAt: expiry() });
    isNoted ||= claimed.length > 0;
    // Only outputs that no other run is working on.
    return { stored: own.filter((key) => stored.has(key)), elsewhere, looked };
  };
  const find = async (wanted: WantedCells): Promise<FoundCells> => {
    // A claim lost in a crash of the database causes at most a second call.
    const { stored, ...divided } = await store.passingTransaction((db) => claim(db, wanted));
    // Outputs may be long: they are read outside of the transaction.
    const cells = await work.findCells(store.db, stored, since);
    return { stored: new Map([...cells].map(([key, cell]) => [key, fromCell(cell)])), ...divided };
  };
  return {
    find: async (wanted: WantedCells) =>
      await find(wanted).catch((error: unknown) => {
        throw store.explain(error);
      }),
    async [Symbol.asyncDispose](): Promise<void> {
      clearInterval(timer);
      // A claim that cannot be dropped expires; the failure must not hide why the run ended.
      if (isNoted) await dropClaim(store.db, owner, now().toISOString()).catch(() => undefined);
    },
  };
}

/**
 * Separates the keys this run may claim from those other runs are working on, up to the limit.
 *
 * @returns `pieces` names the claimed work, of `missing` keys
 */
function divide(
  keys: readonly string[],
  most: number,
  needs: (key: string) => readonly string[],
  isClaimed: (name: string) => boolean,
) {
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

function fromCell({ output, cost, latency, usage, warm_up: warmUp, call_group: callGroup }: StoredCell): CellOutcome {
  return {
    error: null,
    output: output.value ?? null,
    cost,
    latency,
    ...(usage === undefined ? {} : { usage }),
    ...(warmUp === undefined ? {} : { warmUp }),
    ...(callGroup === undefined ? {} : { callGroup }),
  };
}

export interface ClaimTiming {
  readonly concurrency: number;
  /** Whether it pauses between batches: then it claims no more than one batch. */
  readonly hasPauses: boolean;
}

/** Other runs wait at most this long for a case that was claimed and not yet called. */
const CLAIM_AHEAD_MS = 1000;
/** As many as one look-up asks for. */
const MAX_CLAIM = 500;

/**
 * Decides how many cases a run claims at a time: as many as it called during the last second. A run against a fast
 * target claims whole pages; one against a slow target leaves cases to other runs.
 *
 * @param now - in milliseconds
 */
export function createClaimSize({ concurrency, hasPauses }: ClaimTiming, now: () => number) {
  const least = hasPauses ? concurrency : concurrency * 2;
  let most = least;
  let last: { readonly claimed: number; readonly at: number } | null = null;
  return {
    most(): number {
      // When fewer were claimed than allowed, the time since then says nothing about the rate.
      if (hasPauses || last === null || last.claimed < most) return most;
      const done = last.claimed - concurrency;
      const passedMs = Math.max(1, now() - last.at);
      most = clamp(Math.round((done * CLAIM_AHEAD_MS) / passedMs), least, MAX_CLAIM);
      return most;
    },
    note(claimed: number): void {
      last = { claimed, at: now() };
    },
  };
}
