import { type CellOutcome, type Judging, spentOn } from './evaluation-case.ts';
import type { Spending } from './spending.ts';

/** A limit on what the calls and the judges of a run may cost together, in US dollars. */
export type CallBudget = ReturnType<typeof createCallBudget>;
export type BudgetTurn = NonNullable<Awaited<ReturnType<CallBudget['enter']>>>;

export type BudgetRefusal = 'spent' | 'unknown cost';

/** What a run spent earlier: all its evaluations, in US dollars. */
export interface SpentBefore {
  readonly cost: number;
  /** Cost of the most expensive row. */
  readonly dearest: number;
  readonly judgeCost: number;
  /** Cost of judging the row that was the most expensive to judge. */
  readonly dearestJudged: number;
  /** Cost of calls and judges whose rows have no result. */
  readonly before: number;
  /** Calls of unknown cost whose rows have no result. */
  readonly lostCalls: number;
}

/** What a run has spent and reserved; the budgets of its evaluations share it. */
export type SpendingLedger = ReturnType<typeof createSpendingLedger>;

export function createSpendingLedger(spent: SpentBefore) {
  const accounts = {
    call: createAccount(spent.cost, spent.dearest),
    judging: createAccount(spent.judgeCost, spent.dearestJudged),
  };
  let changed = Promise.withResolvers<void>();
  let { lostCalls } = spent;
  return {
    accounts,
    known: { call: false, judging: false },
    hasUnknown: false,
    /** Includes what is assumed of lost calls. */
    get total() {
      return spent.before + accounts.call.sum + accounts.judging.sum + this.assumed;
    },
    /** Lost calls are assumed to have cost as much as the most expensive one. */
    get assumed() {
      return lostCalls * (accounts.call.dearest + accounts.judging.dearest);
    },
    get isAlone() {
      return accounts.call.reserved + accounts.judging.reserved === 0;
    },
    noteLost(): void {
      lostCalls += 1;
    },
    changed: () => changed.promise,
    noteChange(): void {
      changed.resolve();
      changed = Promise.withResolvers();
    },
  };
}

const ROUNDING = 1e-9;

/**
 * Creates the budget of one evaluation of a run. The first case of a run is alone: its cost is not known. After it, those
 * in flight are assumed to cost as much as the most expensive one before, so that they cannot exceed the limit together;
 * where that might be too much, a case waits for them. Calls that fail are paid for, too. An unknown cost of one that ended
 * by itself ends the budget: no limit can be enforced.
 */
export function createCallBudget({ max, ledger }: { readonly max: number; readonly ledger: SpendingLedger }) {
  const { accounts, known } = ledger;
  let refusal: BudgetRefusal | null = null;
  const hasRoom = (what: Part): boolean => {
    const { call, judging } = accounts;
    const next = (what === 'call' ? call.dearest : 0) + judging.dearest;
    const inFlight = call.dearest * call.reserved + judging.dearest * judging.reserved;
    return (ledger.isAlone || known[what]) && ledger.total + inFlight + next <= max + ROUNDING;
  };
  const spend = (what: Part, cost: number | null): void => {
    if (cost === null) ledger.hasUnknown = true;
    else accounts[what].add(cost);
    // Calls that fail before they cost anything say nothing about the others.
    known[what] ||= cost !== null && cost > 0;
  };
  const refuse = (): void => {
    if (ledger.hasUnknown) refusal ??= 'unknown cost';
    else if (max === 0) refusal ??= 'spent';
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
      called: (outcome: CellOutcome): void => {
        release('call');
        isAnswered = outcome.error === null;
        spend('call', spentOn(outcome).cost);
      },
      /** Notes what a call or a judge cost that the end of the run cut short. */
      abandoned: (part: Part, { cost }: Spending): void => {
        release(part);
        if (cost === null) ledger.noteLost();
        else spend(part, cost);
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
        refuse();
        ledger.noteChange();
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
      refuse();
      while (refusal === null && !hasRoom(what)) {
        if (ledger.isAlone) refusal = 'spent';
        else await ledger.changed();
        refuse();
      }
      return refusal === null ? reserve(what) : null;
    },
    /** Why calls were refused; `null` when none was. */
    get refusal(): BudgetRefusal | null {
      return refusal;
    },
    /** Cost of the run's calls and judges so far, those of earlier runs and of its other evaluations included. */
    get spent() {
      return ledger.total;
    },
    /** The part of `spent` that is assumed of lost calls. */
    get assumed() {
      return ledger.assumed;
    },
  };
}

const PARTS = ['call', 'judging'] as const;
type Part = (typeof PARTS)[number];

function createAccount(sumBefore: number, dearestBefore: number) {
  let [sum, dearest] = [sumBefore, dearestBefore];
  return {
    reserved: 0,
    get sum() {
      return sum;
    },
    get dearest() {
      return dearest;
    },
    add(cost: number) {
      sum += cost;
      dearest = Math.max(dearest, cost);
    },
  };
}
