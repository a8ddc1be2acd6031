import type { CellOutcome, Judging } from './evaluation-case.ts';

/** A limit on what the calls and the judges of a run may cost together, in US dollars. */
export type CallBudget = ReturnType<typeof createCallBudget>;
export type BudgetTurn = NonNullable<Awaited<ReturnType<CallBudget['enter']>>>;

export type BudgetRefusal = 'spent' | 'unknown cost';

/** What earlier runs of the same evaluation spent. */
export interface SpentBefore {
  readonly calls: number;
  readonly cost: number;
  /** Rows that judges called a model for, and its cost. */
  readonly judged: number;
  readonly judgeCost: number;
  /** Cost of rows whose results were deleted, to run again. */
  readonly before: number;
}

const ROUNDING = 1e-9;

/**
 * Creates a budget. The first case of a run is alone: its cost is not known. After it, those in flight are assumed to cost
 * as much as the most expensive one before, so that they cannot exceed the limit together; where that might be too much, a case waits
 * for them. Alone, it is expected to cost the mean. An unknown cost ends the budget: no limit can be enforced.
 */
export function createCallBudget({ max, spent }: { readonly max: number; readonly spent: SpentBefore }) {
  const accounts = {
    call: createAccount(spent.calls, spent.cost),
    judging: createAccount(spent.judged, spent.judgeCost),
  };
  const { call: calls, judging: judgements } = accounts;
  const known = { call: false, judging: false };
  let refusal: BudgetRefusal | null = null;
  let changed = Promise.withResolvers<void>();
  const total = () => spent.before + calls.sum + judgements.sum;
  const isAlone = () => calls.reserved + judgements.reserved === 0;
  const fits = (expected: number) => total() + expected <= max + ROUNDING;
  const hasRoom = (what: Part): boolean => {
    if (isAlone()) return fits((what === 'call' ? calls.mean : 0) + judgements.mean);
    const inFlight = calls.mostExpensive * calls.reserved + judgements.mostExpensive * judgements.reserved;
    return known[what] && fits(inFlight + (what === 'call' ? calls.mostExpensive : 0) + judgements.mostExpensive);
  };
  const spend = (what: Part, cost: number | null): void => {
    if (cost === null) refusal ??= 'unknown cost';
    else accounts[what].add(cost);
  };
  const reserve = (what: Part) => {
    const left = { call: what === 'call', judging: true };
    let isAnswered = false;
    for (const part of PARTS) accounts[part].reserved += left[part] ? 1 : 0;
    const release = (part: Part): void => {
      accounts[part].reserved -= left[part] ? 1 : 0;
      left[part] = false;
    };
    return {
      answered: (outcome: CellOutcome): void => {
        release('call');
        if (outcome.error !== null) return;
        isAnswered = true;
        spend('call', outcome.cost);
      },
      judged: ({ calls: made, cost }: Judging): void => {
        release('judging');
        if (made === 0) return;
        known.judging = true;
        spend('judging', cost);
      },
      /** Releases what was not spent. */
      end: (): void => {
        PARTS.forEach(release);
        known.call ||= isAnswered;
        changed.resolve();
        changed = Promise.withResolvers();
      },
    };
  };
  return {
    /**
     * Reserves money for one more call and judging its answer, or for judging a stored answer. Waits while that depends on
     * what those in flight will cost.
     *
     * @returns `null` when there is not enough
     */
    enter: async (what: Part) => {
      while (refusal === null && !hasRoom(what)) {
        if (isAlone()) refusal = 'spent';
        else await changed.promise;
      }
      if (max === 0) refusal ??= 'spent';
      return refusal === null ? reserve(what) : null;
    },
    /** Why calls were refused; `null` when none was. */
    get refusal(): BudgetRefusal | null {
      return refusal;
    },
    /** Cost of the calls and judges so far, those of earlier runs included. */
    get spent() {
      return total();
    },
  };
}

const PARTS = ['call', 'judging'] as const;
type Part = (typeof PARTS)[number];

function createAccount(countBefore: number, sumBefore: number) {
  let [count, sum, mostExpensive] = [countBefore, sumBefore, countBefore === 0 ? 0 : sumBefore / countBefore];
  return {
    reserved: 0,
    get sum() {
      return sum;
    },
    get mean() {
      return count === 0 ? 0 : sum / count;
    },
    get mostExpensive() {
      return mostExpensive;
    },
    add(cost: number) {
      count += 1;
      sum += cost;
      mostExpensive = Math.max(mostExpensive, cost);
    },
  };
}
