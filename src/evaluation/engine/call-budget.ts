import type { CellOutcome } from './call-outcome.ts';

/** What the calls of a run may cost together, in US dollars. */
export interface CallBudget {
  /** Answers whether one more call is certain enough to stay within it. */
  mayCall(): boolean;
  /** Counts a call in; the function takes what came of it. */
  begin(): (outcome: CellOutcome) => void;
  /** Why calls were refused; `null` when none was. */
  readonly refusal: BudgetRefusal | null;
  /** Cost of the calls so far, those of earlier runs included. */
  readonly spent: number;
}

export type BudgetRefusal = 'spent' | 'unknown cost';

export interface CallBudgetOptions {
  readonly max: number;
  /** What earlier runs of the same evaluation cost. */
  readonly spent: number;
  /** Calls of earlier runs. */
  readonly calls: number;
}

/** Sums of costs are off by so much at most. */
const ROUNDING = 1e-9;

/**
 * Makes a budget. Calls in flight are taken to cost what those before them did on average: a limit that a hundred calls
 * may overshoot together is none. An answer of unknown cost ends it, since it cannot be held against any limit.
 */
export function createCallBudget({ max, spent: spentBefore, calls: callsBefore }: CallBudgetOptions): CallBudget {
  let [spent, calls, inFlight] = [spentBefore, callsBefore, 0];
  let refusal: BudgetRefusal | null = null;
  return {
    mayCall() {
      if (refusal !== null) return false;
      const mean = calls === 0 ? 0 : spent / calls;
      if (spent + mean * (inFlight + 1) > max + ROUNDING || max === 0) refusal = 'spent';
      return refusal === null;
    },
    begin() {
      inFlight += 1;
      return (outcome) => {
        inFlight -= 1;
        if (outcome.error !== null) return;
        calls += 1;
        if (outcome.cost === null) refusal ??= 'unknown cost';
        else spent += outcome.cost;
      };
    },
    get refusal() {
      return refusal;
    },
    get spent() {
      return spent;
    },
  };
}
