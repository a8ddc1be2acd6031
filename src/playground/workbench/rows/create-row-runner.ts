import type { EvaluatorConfig } from '../../../contract/evaluators/evaluator.ts';
import type { TestsetRow } from '../../../contract/testsets/testset.ts';
import type { Parameters } from '../../../contract/variants/variant.ts';
import { announce } from '../../elements/announce.ts';
import { sayEnd } from '../outcome/say-end.ts';
import { runRoute } from '../run-route.ts';
import type { Run } from '../use-runs.ts';
import type { Outcome } from '../outcome/outcome.ts';
import { runningCell, toCell } from './cell.ts';
import { type CellStore, createCellStore } from './cell-store.ts';
import { runAll } from './run-all.ts';
import { scoreCell } from './score-cell.ts';

/** What the rows of a test set run with. */
export interface RowWork {
  readonly path: string;
  readonly rows: readonly TestsetRow[];
  readonly toInputs: (row: TestsetRow) => Parameters;
  readonly evaluators: readonly EvaluatorConfig[];
}

/** Runs rows and holds their answers. */
export interface RowRunner {
  readonly store: CellStore;
  readonly isRunning: () => boolean;
  /** Runs the chosen rows with each configuration, and scores each answer. Cancels an earlier run. */
  readonly start: (work: RowWork, chosen: readonly number[], runs: readonly Run[]) => void;
  /** Scores the answers of columns that some evaluator has not scored, unless a run does that already. */
  readonly scoreMissing: (work: RowWork, columnIds: readonly string[]) => void;
  readonly cancel: () => void;
}

export function createRowRunner(): RowRunner {
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
    start: (work, chosen, runs) => {
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
    scoreMissing: (work, columnIds) => {
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

/** Returns how the call ended. */
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
