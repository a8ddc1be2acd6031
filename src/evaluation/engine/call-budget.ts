import type { CellOutcome } from './call-outcome.ts';

/** A limit on what the calls and the judges of a run may cost together, in US dollars. */
export interface CallBudget {
  /** Answers whether one more call, and judging its answer, is expected to stay within the budget. */
  mayCall(): boolean;
  /** Answers whether judging one more stored answer is expected to stay within it. */
  mayJudge(): boolean;
  /** Counts a call in; pass its outcome to the returned function. */
  begin(): (outcome: CellOutcome) => void;
  /** Counts an answer in that is judged; pass what that cost to the returned function. */
  beginJudging(): (judging: Judging) => void;
  /** Why calls were refused; `null` when none was. */
  readonly refusal: BudgetRefusal | null;
  /** Cost of the calls and judges so far, those of earlier runs included. */
  readonly spent: number;
}

/** The model calls that judges made for one row. */
export interface Judging {
  readonly calls: number;
  /** US dollars; `null` when the cost of one is unknown. */
  readonly cost: number | null;
}

export type BudgetRefusal = 'spent' | 'unknown cost';

/** What earlier runs of the same evaluation spent. */
export interface SpentBefore {
  /** Calls that were answered, and their cost. */
  readonly calls: number;
  readonly cost: number;
  /** Rows that judges called a model for, and its cost. */
  readonly judged: number;
  readonly judgeCost: number;
  /** Cost of rows whose results were deleted, to run again. */
  readonly before: number;
}

export interface CallBudgetOptions {
  readonly max: number;
  readonly spent: SpentBefore;
}

/** Largest rounding error of a sum of costs. */
const ROUNDING = 1e-9;

/**
 * Creates a budget. Calls and judgements in flight are assumed to cost the mean of earlier ones; otherwise a hundred of
 * them could exceed the limit together. An unknown cost ends the budget: it cannot be checked against any limit.
 */
export function createCallBudget({ max, spent }: CallBudgetOptions): CallBudget {
  const calls = createMean(spent.calls, spent.cost);
  const judgements = createMean(spent.judged, spent.judgeCost);
  let refusal: BudgetRefusal | null = null;
  const total = () => spent.before + calls.sum + judgements.sum;
  const may = (cost: number): boolean => {
    if (refusal !== null) return false;
    const expected = (calls.mean + judgements.mean) * calls.inFlight + judgements.mean * judgements.inFlight;
    if (total() + expected + cost > max + ROUNDING || max === 0) refusal = 'spent';
    return refusal === null;
  };
  const end = (account: Mean, cost: number | null): void => {
    if (cost === null) refusal ??= 'unknown cost';
    else account.add(cost);
  };
  return {
    mayCall: () => may(calls.mean + judgements.mean),
    mayJudge: () => may(judgements.mean),
    begin() {
      calls.inFlight += 1;
      return (outcome) => {
        calls.inFlight -= 1;
        if (outcome.error === null) end(calls, outcome.cost);
      };
    },
    beginJudging() {
      judgements.inFlight += 1;
      return (judging) => {
        judgements.inFlight -= 1;
        if (judging.calls > 0) end(judgements, judging.cost);
      };
    },
    get refusal() {
      return refusal;
    },
    get spent() {
      return total();
    },
  };
}

interface Mean {
  inFlight: number;
  readonly sum: number;
  readonly mean: number;
  add(value: number): void;
}

function createMean(countBefore: number, sumBefore: number): Mean {
  let [count, sum] = [countBefore, sumBefore];
  return {
    inFlight: 0,
    get sum() {
      return sum;
    },
    get mean() {
      return count === 0 ? 0 : sum / count;
    },
    add(value) {
      count += 1;
      sum += value;
    },
  };
}
