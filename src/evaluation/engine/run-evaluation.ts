import type { JudgedResult } from '../../contract/evaluations/result.ts';
import type { AdaptiveLimit } from './adaptive-limit.ts';
import type { BudgetTurn, CallBudget } from './call-budget.ts';
import type { CallRoute, CellOutcome } from './call-outcome.ts';
import { callWithRetries, type RetryPolicy } from './call-with-retries.ts';
import { createBatcher } from './create-batcher.ts';
import { type EngineClock, SYSTEM_CLOCK } from './engine-clock.ts';
import type { FinishedCase } from './evaluation-case.ts';
import type { InterleavedRun } from './interleave-calls.ts';
import {
  type CasesElsewhere,
  type CasesInHand,
  type LookedUpCase,
  lookUpCells,
  type LookUpCellsOptions,
} from './look-up-cells.ts';
import { createRunningWork, type RunningWork } from './running-work.ts';
import { runPool } from './run-pool.ts';
import { type CaseScores, isJudged, scoreCase, type ScoreContext } from './score-case.ts';

/** `pages` are the cases without a stored result; `cellKey` keys an input by everything that determines the answer. */
export interface RunEvaluationOptions
  extends RetryPolicy, LookUpCellsOptions, Pick<ScoreContext, 'evaluators' | 'findScores'> {
  readonly callRoute: CallRoute;
  /** Stores finished cases: one transaction, cells and scores included. */
  readonly save: (cases: readonly FinishedCase[]) => Promise<void>;
  /** Most calls in flight. */
  readonly concurrency: number;
  /** The target's limit, shared by all its callers. */
  readonly limit: AdaptiveLimit;
  /** Limits the total cost of calls and judges. */
  readonly budget?: CallBudget;
  /** Pause of a worker after each call. @defaultValue 0 */
  readonly restMs?: number;
  /** Keeps step with runs of other variants. */
  readonly others?: InterleavedRun;
  readonly signal: AbortSignal;
  readonly clock?: EngineClock;
}

/** The work that a run skipped. */
export interface RunEnd {
  /** Cases skipped because their calls would exceed the budget. */
  readonly leftOut: number;
  /** Cases claimed by another run: look again when it has stored them or is gone. */
  readonly elsewhere: CasesElsewhere | null;
}

/**
 * Computes the cells and scores of some cases: a whole evaluation, a shard or a chunk. Calls a route for each case
 * without a stored answer, scores the answers, and stores cases as they finish. Holds one or two thousand cases at a
 * time. Whatever is stored when it stops need not be computed again.
 *
 * @throws what saving threw, or the signal's reason
 */
export async function runEvaluation(options: RunEvaluationOptions): Promise<RunEnd> {
  const { concurrency, restMs = 0, signal, clock = SYSTEM_CLOCK, limit, evaluators, budget, others } = options;
  const running = { cells: createRunningWork<CellOutcome>(), scores: createRunningWork<JudgedResult>() };
  const judging: ScoreContext = { ...options, running: running.scores };
  const judges = evaluators.flatMap(({ judge }) => judge ?? []);
  const inHand: CasesInHand = { keys: new Map(), judges, elsewhere: null };
  const batcher = createSaver(options, { running, inHand }, clock);
  let leftOut = 0;
  const leaveOut = ({ index }: LookedUpCase): void => {
    leftOut += 1;
    inHand.keys.delete(index);
  };
  const runCase = async (item: LookedUpCase, turn: BudgetTurn | undefined, group: string | null): Promise<void> => {
    const called = { running: running.cells, turn, clock, group };
    const cell = item.stored === undefined ? callFor(item, options, called) : null;
    if (cell?.isFirst === false) turn?.end();
    const outcome = item.stored ?? (await cell?.work);
    others?.noteCalled();
    if (outcome === undefined) throw new Error('A case has a stored answer or a call.');
    const { index, repeat, row, input, cellKey } = item;
    const scored = await judgeCase(outcome, item, { judging, budget, turn: cell?.isFirst === true ? turn : undefined });
    if (scored === null) return leaveOut(item);
    await batcher.add({ index, repeat, row, input, cellKey, outcome, isCached: cell?.isFirst !== true, ...scored });
    if (restMs > 0 && cell !== null) await clock.pause(restMs, signal);
  };
  const runInTurn = async (item: LookedUpCase, group: string | null): Promise<void> => {
    const turn = item.stored === undefined ? await budget?.enter('call') : undefined;
    if (turn === null) return leaveOut(item);
    try {
      await runCase(item, turn, group);
    } finally {
      turn?.end();
    }
  };
  const work = async (item: LookedUpCase): Promise<void> => {
    signal.throwIfAborted();
    const group = await keepStep(item, options);
    try {
      await runInTurn(item, group);
    } finally {
      others?.endRow();
    }
  };
  const leave = limit.join(concurrency);
  try {
    const forget = () => {
      running.cells.forgetStored();
      running.scores.forgetStored();
    };
    await runPool(lookUpCells(options, inHand, forget), concurrency, work);
  } finally {
    leave();
    others?.leave();
    await batcher.finish();
  }
  signal.throwIfAborted();
  return { leftOut, elsewhere: inHand.elsewhere };
}

/** @returns what the calls for this row by several runs at this moment share */
async function keepStep(
  { index, stored }: LookedUpCase,
  { others, signal }: RunEvaluationOptions,
): Promise<string | null> {
  if (stored === undefined) return (await others?.meet(index, signal)) ?? null;
  others?.pass(index);
  return null;
}

interface Running {
  readonly cells: RunningWork<CellOutcome>;
  readonly scores: RunningWork<JudgedResult>;
}

const BATCH = { maxItems: 1024, maxDelayMs: 100 };

function createSaver(
  { save }: RunEvaluationOptions,
  { running, inHand }: { readonly running: Running; readonly inHand: CasesInHand },
  clock: EngineClock,
) {
  return createBatcher<FinishedCase>({
    ...BATCH,
    now: clock.now,
    save: async (cases) => {
      await save(cases);
      for (const { index, cellKey, newScores } of cases) {
        inHand.keys.delete(index);
        running.cells.noteStored(cellKey);
        for (const { key } of newScores) running.scores.noteStored(key);
      }
    },
  });
}

interface JudgingOptions {
  readonly judging: ScoreContext;
  readonly budget: CallBudget | undefined;
  /** Reserves judging, where the case's call was just paid for. */
  readonly turn: BudgetTurn | undefined;
}

/** @returns `null` when the budget has not enough */
async function judgeCase(
  outcome: CellOutcome,
  { row }: LookedUpCase,
  { judging, budget, turn }: JudgingOptions,
): Promise<CaseScores | null> {
  const isReserved = budget === undefined || turn !== undefined || outcome.error !== null;
  const own = isReserved || (await isJudged(outcome, row, judging)) ? turn : await budget.enter('judging');
  if (own === null) return null;
  try {
    const scored = await scoreCase(outcome, row, judging);
    own?.judged(scored.judging);
    return scored;
  } finally {
    own?.end();
  }
}

interface CallForOptions {
  readonly running: RunningWork<CellOutcome>;
  readonly turn: BudgetTurn | undefined;
  readonly clock: EngineClock;
  readonly group: string | null;
}

/** Calls the route once for all rows with the same input. */
function callFor(
  { cellKey, input }: LookedUpCase,
  { callRoute, limit, signal, retries, retryDelayMs, callTimeoutMs }: RunEvaluationOptions,
  { running, turn, clock, group }: CallForOptions,
) {
  const policy = { retries, retryDelayMs, callTimeoutMs };
  return running.share(cellKey, async () => {
    const outcome = await callWithRetries(input, { callRoute, policy, limit, clock, signal, group });
    turn?.answered(outcome);
    return outcome;
  });
}
