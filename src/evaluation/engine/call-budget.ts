import type { CellOutcome } from './call-outcome.ts';

/** A limit on what the calls of a run may cost together, in US dollars. */
export interface CallBudget {
  /** Answers whether one more call is expected to stay within the budget. */
  mayCall(): boolean;
  /** Counts a call in; pass its outcome to the returned function. */
  begin(): (outcome: CellOutcome) => void;
  /** Why calls were refused; `null` when none was. */
  readonly refusal: BudgetRefusal | null;
  /** Cost of the calls so far, those of earlier runs included. */
  readonly spent: number;
}

export type BudgetRefusal = 'spent' | 'unknown cost';

export interface CallBudgetOptions {
  readonly max: number;
  /** Cost of earlier runs of the same evaluation. */
  readonly spent: number;
  /** Calls of earlier runs. */
  readonly calls: number;
}

/** Largest rounding error of a sum of costs. */
const ROUNDING = 1e-9;

/**
 * Creates a budget. Calls in flight are assumed to cost the mean of earlier calls; otherwise a hundred of them could
 * exceed the limit together. An answer of unknown cost ends the budget: it cannot be checked against any limit.
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
