import type { TestsetRow } from '../../contract/testsets/testset.ts';
import { type AdaptiveLimit, type EngineClock, SYSTEM_CLOCK } from './adaptive-limit.ts';
import type { BudgetTurn, CallBudget } from './call-budget.ts';
import { callWithRetries } from './call-with-retries.ts';
import type { RetryPolicy } from '../../foundation/retry-policy.ts';
import { type CallRoute, type CellOutcome, type FinishedCase, spentOn } from './evaluation-case.ts';
import type { InterleavedRun } from './interleave-calls.ts';
import type { Spending } from './spending.ts';
import {
  type CasesInHand,
  createRunningWork,
  type LookedUpCase,
  lookUpCells,
  type LookUpCellsOptions,
  type RunningWork,
} from './look-up-cells.ts';
import { type CaseScores, isJudged, scoreCase, type ScoreContext } from './score-case.ts';

/** `pages` are the cases without a stored result; `cellKey` keys an input by everything that determines the answer. */
export interface RunCasesOptions
  extends
    RetryPolicy,
    LookUpCellsOptions,
    Pick<ScoreContext, 'evaluators' | 'findScores' | 'judgements' | 'onAbandoned'> {
  readonly callRoute: CallRoute;
  /** Stores finished cases: one transaction, cells and scores included. */
  readonly save: (cases: readonly FinishedCase[]) => Promise<void>;
  readonly concurrency: number;
  /** The target's limit, shared by all its callers. */
  readonly limit: AdaptiveLimit;
  /** Limits the total cost of calls and judges. */
  readonly budget?: CallBudget;
  /** Pause of a worker after each call. @defaultValue 0 */
  readonly pauseMs?: number;
  readonly others?: InterleavedRun;
  readonly signal: AbortSignal;
  readonly clock?: EngineClock;
}

/**
 * Computes the cells and scores of some cases: a whole evaluation, a shard or a chunk. Reads the stored answers a page at
 * a time, takes each case through the stages of {@link runCase}, and stores cases as they finish. Holds one or two
 * thousand cases at a time. Whatever is stored when it stops need not be computed again.
 *
 * @returns which cases another run has claimed: they are looked up again when it has stored them or is gone
 * @throws what saving threw, or the signal's reason
 */
export async function runCases(options: RunCasesOptions) {
  const { concurrency, limit, others, signal } = options;
  const run = openRun(options);
  const leave = limit.join(concurrency);
  try {
    await runPool(
      lookUpCells(options, run.inHand, () => run.calls.forgetStored()),
      concurrency,
      (item) => runCase(item, run),
    );
  } finally {
    leave();
    others?.leave();
    await run.store.finish();
  }
  signal.throwIfAborted();
  return { elsewhere: run.inHand.elsewhere };
}

/** Takes one case through its stages: meets other runs, reserves money, calls, scores, and stores. */
async function runCase(item: LookedUpCase, run: Run): Promise<void> {
  const { others, budget, pauseMs = 0, clock, signal } = run;
  signal.throwIfAborted();
  const needsCall = item.stored === undefined;
  const group = await meetOthers(item, run);
  let turn: BudgetTurn | null | undefined;
  let unsaved: Spending | null = null;
  try {
    turn = needsCall ? await budget?.enter('call') : undefined;
    if (turn === null) return void run.inHand.keys.delete(item.index);
    const { work, isFirst } = answerOf(item, run, { turn, group });
    // The call of another row pays.
    if (!isFirst) turn?.end();
    const outcome = await work;
    unsaved = isFirst ? spentOn(outcome) : null;
    others?.noteCalled();
    const scored = await judgeCase(outcome, item.row, run, isFirst ? turn : undefined);
    if (scored === null) return void run.inHand.keys.delete(item.index);
    const { index, repeat, row, input, cellKey } = item;
    await run.store.add({ index, repeat, row, input, cellKey, outcome, isCached: !isFirst, ...scored });
    unsaved = null;
    turn?.end();
    // What a killed process has paid for and not stored is then no more than one case of each worker.
    if (budget !== undefined && (isFirst || scored.judging.calls > 0)) await run.store.saved();
    if (pauseMs > 0 && needsCall) await clock.pause(pauseMs, signal);
  } finally {
    // The run was stopped while the answer was judged.
    if (unsaved !== null && signal.aborted) run.onAbandoned?.(unsaved);
    turn?.end();
    others?.endRow();
  }
}

/** @returns what the calls for this row by several runs at this moment share */
async function meetOthers({ index, stored }: LookedUpCase, { others, signal }: Run): Promise<string | null> {
  if (stored === undefined) return (await others?.meet(index, signal)) ?? null;
  others?.pass(index);
  return null;
}

/** Returns the stored answer, or calls the route: once for all rows with the same input. */
function answerOf(
  { stored, cellKey, input }: LookedUpCase,
  run: Run,
  { turn, group }: { readonly turn: BudgetTurn | undefined; readonly group: string | null },
): { readonly work: CellOutcome | Promise<CellOutcome>; readonly isFirst: boolean } {
  if (stored !== undefined) return { work: stored, isFirst: false };
  return run.calls.share(cellKey, async () => {
    const outcome = await callWithRetries(input, run, group, (spent) => {
      turn?.abandoned('call', spent);
      run.onAbandoned?.(spent);
    });
    turn?.called(outcome);
    return outcome;
  });
}

/**
 * Scores an answer.
 *
 * @param paid - reserves judging, where the case's call was just paid for
 * @returns `null` when the budget has not enough
 */
async function judgeCase(
  outcome: CellOutcome,
  row: TestsetRow,
  run: Run,
  paid: BudgetTurn | undefined,
): Promise<CaseScores | null> {
  const { budget } = run;
  const isReserved = budget === undefined || paid !== undefined || outcome.error !== null;
  const turn = isReserved || (await isJudged(outcome, row, run)) ? paid : await budget.enter('judging');
  if (turn === null) return null;
  try {
    const onAbandoned = (spent: Spending): void => {
      turn?.abandoned('judging', spent);
      run.onAbandoned?.(spent);
    };
    const scored = await scoreCase(outcome, row, { ...run, onAbandoned });
    turn?.judged(scored.judging);
    return scored;
  } finally {
    turn?.end();
  }
}

/** The options of a run, and what its cases share. */
interface Run extends RunCasesOptions, ScoreContext {
  readonly clock: EngineClock;
  readonly inHand: CasesInHand;
  readonly calls: RunningWork<CellOutcome>;
  readonly store: ReturnType<typeof createBatcher<FinishedCase>>;
}

const BATCH = { maxItems: 1024, maxDelayMs: 100 };

function openRun(options: RunCasesOptions): Run {
  const { evaluators, judgements, save, clock = SYSTEM_CLOCK } = options;
  const judges = evaluators.flatMap(({ judge }) => judge ?? []);
  const inHand: CasesInHand = { keys: new Map(), judges, elsewhere: null };
  const calls = createRunningWork<CellOutcome>();
  const saveFinished = async (cases: readonly FinishedCase[]): Promise<void> => {
    await save(cases);
    for (const { index, cellKey, newScores } of cases) {
      inHand.keys.delete(index);
      calls.noteStored(cellKey);
      for (const { key } of newScores) judgements.forget(key);
    }
  };
  const store = createBatcher<FinishedCase>({ ...BATCH, now: clock.now, save: saveFinished });
  return { ...options, clock, inHand, calls, store };
}

interface BatcherOptions<T> {
  readonly save: (items: readonly T[]) => Promise<void>;
  readonly maxItems: number;
  /** Longest time an item waits before it is saved. */
  readonly maxDelayMs: number;
  /** Milliseconds since any fixed point. */
  readonly now: () => number;
}

/** An item waits this many times as long as the last save took, so that saving takes at most a tenth of the time. */
const WAIT_PER_SAVE = 9;

/**
 * Collects items and saves them in a few transactions, one at a time and in order: a commit per item would make an
 * evaluation of trivial cases slow. Where saving is fast, items hardly wait, so a crash loses little.
 */
export function createBatcher<T>({ save, maxItems, maxDelayMs, now }: BatcherOptions<T>) {
  let waiting: T[] = [];
  let timer: NodeJS.Timeout | undefined;
  let flushed = Promise.withResolvers<void>();
  let saving: Promise<void> = Promise.resolve();
  let lastSaveMs = 0;
  const failures: unknown[] = [];

  const saveTimed = async (items: readonly T[]): Promise<void> => {
    const startedAt = now();
    await save(items);
    lastSaveMs = now() - startedAt;
  };
  const delayMs = () => Math.min(maxDelayMs, lastSaveMs * WAIT_PER_SAVE);

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const items = waiting;
    waiting = [];
    if (items.length > 0) {
      saving = saving.then(() => saveTimed(items)).catch((error: unknown) => void failures.push(error));
    }
    flushed.resolve(saving);
    flushed = Promise.withResolvers();
    return saving;
  };

  return {
    /** Resolves at once, or when there is room again. */
    async add(item: T): Promise<void> {
      if (failures.length > 0) throw failures[0];
      waiting.push(item);
      if (waiting.length >= maxItems) return flush();
      timer ??= setTimeout(() => void flush(), delayMs());
    },
    /** Resolves when all items so far are saved, or could not be. */
    saved: (): Promise<void> => (waiting.length > 0 ? flushed.promise : saving),
    /** Saves the rest. @throws the first error of any save */
    async finish(): Promise<void> {
      await flush();
      if (failures.length > 0) throw failures[0];
    },
  };
}

/**
 * Processes the items of a source with `concurrency` workers. When one fails, the others finish their items and take no
 * more, and the first failure is thrown. Not p-map: `pMap` keeps something for each item, and `pMapIterable`, which does
 * not, takes some five times as long per item.
 *
 * @param source - items in pages: awaiting each of a million items costs more than processing most of them
 */
export async function runPool<T>(
  source: AsyncIterable<readonly T[]>,
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const pages = source[Symbol.asyncIterator]();
  const take = createTaker(pages);
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    try {
      for (let next = take(); failures.length === 0; next = take()) {
        const item = next instanceof Promise ? await next : next;
        if (item.done === true) return;
        await work(item.value);
      }
    } catch (error) {
      failures.push(error);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  await pages.return?.();
  if (failures.length > 0) throw failures[0];
}

/**
 * Creates the function that takes one item after another; at the end of a page, all workers await the same next page.
 */
function createTaker<T>(pages: AsyncIterator<readonly T[]>) {
  let items: Iterator<T> = [].values();
  let coming: Promise<IteratorResult<readonly T[]>> | null = null;
  const takeLater = async (): Promise<IteratorResult<T>> => {
    while (true) {
      const item = items.next();
      if (item.done !== true) return item;
      const awaited = (coming ??= pages.next());
      const page = await awaited;
      if (page.done === true) return { done: true, value: undefined };
      if (coming === awaited) [items, coming] = [page.value.values(), null];
    }
  };
  return (): IteratorResult<T> | Promise<IteratorResult<T>> => {
    const item = items.next();
    return item.done === true ? takeLater() : item;
  };
}
