import { setTimeout as sleep } from 'node:timers/promises';
import type { JudgedResult } from '../contract/records/result.ts';
import type { TestsetRow } from '../contract/records/testset.ts';
import { callWithRetries, type EngineClock, type RetryPolicy } from './engine/call-with-retries.ts';
import type { CallRoute, CellOutcome } from './engine/call-outcome.ts';
import { createBatcher } from './engine/create-batcher.ts';
import type { FinishedCase } from './engine/evaluation-case.ts';
import { lookUpCells, type LookedUpCase, type LookUpCellsOptions, type RunningCells } from './engine/look-up-cells.ts';
import { runPool } from './engine/run-pool.ts';
import { errorResult } from './make-result.ts';
import type { PreparedEvaluator } from './prepare-evaluator.ts';

/** `cases` are those without a stored result; `cellKey` keys an input by everything that decides the answer. */
export interface RunEvaluationOptions extends RetryPolicy, LookUpCellsOptions {
  readonly evaluators: readonly PreparedEvaluator[];
  readonly callRoute: CallRoute;
  /** Stores finished cases: one transaction, cells included. */
  readonly save: (cases: readonly FinishedCase[]) => Promise<void>;
  /** Calls at a time. */
  readonly concurrency: number;
  /** Rest of a worker after each call. @defaultValue 0 */
  readonly restMs?: number;
  readonly signal: AbortSignal;
  readonly clock?: EngineClock;
}

const BATCH = { maxItems: 512, maxDelayMs: 100 };

const SYSTEM_CLOCK: EngineClock = {
  now: () => performance.now(),
  random: Math.random,
  pause: (ms, signal) => sleep(ms, undefined, { signal }),
};

/**
 * Calls a route for each case whose answer is not stored, judges the answers, and stores cases as they finish. Holds a
 * few hundred cases at a time, whatever their number. What is stored when it stops, for whatever reason, need not be
 * computed again.
 *
 * @throws what saving threw, or the signal's reason
 */
export async function runEvaluation(options: RunEvaluationOptions): Promise<void> {
  const { evaluators, save, concurrency, restMs = 0, signal, clock = SYSTEM_CLOCK } = options;
  const running: RunningCells = new Map();
  const batcher = createBatcher<FinishedCase>({
    ...BATCH,
    save: async (cases) => {
      await save(cases);
      for (const { cellKey } of cases) markStored(running, cellKey);
    },
  });
  const work = async (item: LookedUpCase): Promise<void> => {
    signal.throwIfAborted();
    const { index, row, input, cellKey, stored } = item;
    const outcome = stored ?? (await computeCell(options, item, running, clock));
    const scores = await Promise.all(evaluators.map(async (evaluator) => scoreCase(evaluator, outcome, row, signal)));
    await batcher.add({ index, row, input, cellKey, outcome, isCached: stored !== undefined, scores });
    if (restMs > 0 && stored === undefined) await clock.pause(restMs, signal);
  };
  try {
    await runPool(lookUpCells(options, running), concurrency, work);
  } finally {
    await batcher.finish();
  }
  signal.throwIfAborted();
}

/** Rows with the same input share one call. */
function computeCell(
  { callRoute, retries, retryDelayMs, callTimeoutMs, signal }: RunEvaluationOptions,
  { cellKey, input }: LookedUpCase,
  running: RunningCells,
  clock: EngineClock,
): Promise<CellOutcome> {
  const known = running.get(cellKey);
  if (known !== undefined) return known.outcome;
  const outcome = callWithRetries(callRoute, input, { retries, retryDelayMs, callTimeoutMs }, clock, signal);
  running.set(cellKey, { outcome, isStored: false });
  return outcome;
}

function markStored(running: RunningCells, cellKey: string): void {
  const cell = running.get(cellKey);
  if (cell !== undefined) cell.isStored = true;
}

function scoreCase(
  { score }: PreparedEvaluator,
  outcome: CellOutcome,
  row: TestsetRow,
  signal: AbortSignal,
): JudgedResult | Promise<JudgedResult> {
  if (outcome.error !== null) return errorResult(`There is no output to judge: ${outcome.error.message}`);
  const { output, cost, latency } = outcome;
  return score({ output, row, cost, latency }, signal);
}
