import type { EvaluatorConfig } from '../../../contract/evaluators/evaluator.ts';
import type { TestsetRow } from '../../../contract/testsets/testset.ts';
import type { Parameters } from '../../../contract/variants/variant.ts';
import { announce } from '../../elements/announcement.tsx';
import { type Outcome, sayEnd } from '../outcome/outcome.ts';
import { type Run, runRoute } from '../run-route.ts';
import { type Cell, type CellStore, createCellStore, runningCell, type Score, toCell } from './cell-store.ts';
import { messageOf, send } from '../../service/request.ts';
import { useEffect, useMemo, useSyncExternalStore } from 'react';

export interface RowWork {
  readonly path: string;
  readonly rows: readonly TestsetRow[];
  readonly toInputs: (row: TestsetRow) => Parameters;
  readonly evaluators: readonly EvaluatorConfig[];
}

export type RowRunner = ReturnType<typeof createRowRunner>;

export function createRowRunner() {
  const store = createCellStore();
  let current: AbortController | null = null;
  const begin = (jobs: (signal: AbortSignal) => Iterable<() => Promise<void>>, onEnd: () => void = () => undefined) => {
    current?.abort();
    const controller = new AbortController();
    current = controller;
    store.touch();
    void runAll(jobs(controller.signal), controller.signal).then(() => {
      if (current === controller) {
        current = null;
        onEnd();
      }
      store.touch();
    });
  };
  return {
    store,
    isRunning: () => current !== null,
    /** Runs the chosen rows with each configuration, and scores each answer. Cancels an earlier run. */
    start: (work: RowWork, chosen: readonly number[], runs: readonly Run[]) => {
      const begun = performance.now();
      const states: Outcome['state'][] = [];
      begin(
        function* (signal) {
          for (const row of chosen) {
            for (const run of runs) {
              yield async () => void states.push(await runRow(store, work, { row, run, signal }));
            }
          }
        },
        () => {
          const countOf = (wanted: Outcome['state']) => states.filter((state) => state === wanted).length;
          const [done, failed] = [countOf('done'), countOf('failed')];
          const seconds = (performance.now() - begun) / 1000;
          const what = runs.length === 1 ? 'row' : 'call';
          announce(sayEnd(what, { asked: chosen.length * runs.length, done, failed, seconds }));
        },
      );
    },
    /** Scores the answers of columns that some evaluator has not scored, unless a run does that already. */
    scoreMissing: (work: RowWork, columnIds: readonly string[]) => {
      if (current !== null || work.evaluators.length === 0) return;
      begin(function* (signal) {
        for (const id of columnIds) {
          for (const row of store.ofColumn(id).keys()) yield () => scoreRow(store, work, id, row, signal);
        }
      });
    },
    cancel: () => current?.abort(),
  };
}

interface RowRun {
  readonly row: number;
  readonly run: Run;
  readonly signal: AbortSignal;
}

async function runRow(store: CellStore, work: RowWork, { row, run, signal }: RowRun): Promise<Outcome['state']> {
  let state: Outcome['state'] = 'running';
  const { columnId, base, config } = run;
  const text = JSON.stringify(config);
  const inputs = work.toInputs(work.rows[row] ?? {});
  store.set(columnId, row, runningCell(text));
  await runRoute({
    base,
    path: work.path,
    config,
    inputs,
    signal,
    onChange: (outcome) => {
      state = outcome.state;
      // Each part of a stream would redraw the grid.
      if (outcome.state !== 'running') store.set(columnId, row, toCell(outcome, text));
    },
  });
  await scoreRow(store, work, columnId, row, signal);
  return state;
}

async function scoreRow(
  store: CellStore,
  { rows, evaluators }: RowWork,
  columnId: string,
  row: number,
  signal: AbortSignal,
): Promise<void> {
  for (const evaluator of evaluators) {
    const cell = store.get(columnId, row);
    if (cell?.state !== 'done' || signal.aborted) return;
    if (cell.scores[evaluator.id] !== undefined) continue;
    const score = await scoreCell(cell, rows[row] ?? {}, evaluator, signal);
    if (score === null) return;
    store.change(columnId, row, (now) => ({ ...now, scores: { ...now.scores, [evaluator.id]: score } }));
  }
}

/** Calls at once. Browsers open six connections to a server; two are left for the rest of the page. */
const CONCURRENCY = 4;

/** Runs jobs in order, a few at once, until all are done or the signal aborts. */
export async function runAll(jobs: Iterable<() => Promise<void>>, signal: AbortSignal): Promise<void> {
  const queue = jobs[Symbol.iterator]();
  const work = async () => {
    for (let next = queue.next(); next.done !== true; next = queue.next()) {
      if (signal.aborted) return;
      // One after the other on purpose: the others run in the other workers.
      await next.value();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}

/** Scores an answer with one evaluator. Never rejects; `null` when the signal aborted. */
async function scoreCell(
  { data, cost, seconds }: Cell,
  row: TestsetRow,
  { evaluator_key, settings_values }: EvaluatorConfig,
  signal: AbortSignal,
): Promise<Score | null> {
  const settings = settings_values ?? {};
  try {
    const inputs = { ...row, prediction: data, cost, latency: seconds };
    const { outputs } = await send(
      'POST /evaluators/{evaluator_key}/run',
      { evaluator_key, body: { inputs, settings } },
      signal,
    );
    return toScore(outputs);
  } catch (error) {
    return signal.aborted ? null : { state: 'failed', value: null, text: messageOf(error) };
  }
}

/** Reads `success` or `score`. @source facts §2.6 */
function toScore({ success, score }: Readonly<Record<string, unknown>>): Score {
  if (typeof success === 'boolean') return { state: 'done', value: success ? 1 : 0, text: success ? 'pass' : 'fail' };
  if (typeof score === 'number') return { state: 'done', value: score, text: String(Number(score.toPrecision(4))) };
  return { state: 'done', value: null, text: typeof score === 'string' ? score : (JSON.stringify(score) ?? '-') };
}

const runners = new Map<string, RowRunner>();

/** Returns the runner with this id. Only the one that was seen last keeps its answers while other views are open. */
function runnerOf(id: string): RowRunner {
  const runner = runners.get(id) ?? createRowRunner();
  runners.clear();
  runners.set(id, runner);
  return runner;
}

/**
 * Returns the runner of a view's rows, and draws the view again when its answers change.
 *
 * @param id - identifies route and test set
 */
export function useRowRunner(id: string): RowRunner {
  const runner = useMemo(() => runnerOf(id), [id]);
  useSyncExternalStore(runner.store.subscribe, runner.store.version);
  // Calls cost money: nothing runs where nobody sees it.
  useEffect(() => runner.cancel, [runner]);
  return runner;
}
