import { createSharedWork } from '../../src/evaluation/engine/shared-work.ts';
import type { SharedScore } from '../../src/evaluation/engine/score-case.ts';
import type { JudgedResult } from '../../src/contract/evaluations/result.ts';
import type { Parameters } from '../../src/contract/variants/variant.ts';
import { createAdaptiveLimit, SYSTEM_CLOCK } from '../../src/evaluation/engine/adaptive-limit.ts';
import type {
  CallAttempt,
  CellOutcome,
  EvaluationCase,
  FinishedCase,
} from '../../src/evaluation/engine/evaluation-case.ts';
import { prepareEvaluator } from '../../src/evaluation/evaluators/prepare/prepare-evaluator.ts';
import { runCases, type RunCasesOptions } from '../../src/evaluation/engine/run-cases.ts';

/** Cases whose right answer is their text in upper case. */
export const casesOf = (texts: readonly string[]): EvaluationCase[] =>
  texts.map((text, index) => ({
    index,
    repeat: 0,
    row: { text, correct_answer: text.toUpperCase() },
    input: { text },
  }));

/** The route that returns upper case. */
export const shout = async (input: Parameters): Promise<CallAttempt> => {
  return { kind: 'answered', output: String(input['text']).toUpperCase(), cost: 0.01, latency: 0.2 };
};

interface RunOptions extends Partial<RunCasesOptions> {
  readonly cases: Iterable<EvaluationCase>;
}

const PAGE = 300;

/** @yields pages, each as soon as its cases are read */
async function* inPages(cases: Iterable<EvaluationCase>): AsyncGenerator<EvaluationCase[]> {
  let page: EvaluationCase[] = [];
  for (const one of cases) {
    page.push(one);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  yield page;
}

/** Stored answers and rows, as in a database. */
export function memoryStore() {
  const cells = new Map<string, CellOutcome>();
  const rows = new Map<number, FinishedCase>();
  const calls: unknown[] = [];
  const scores = new Map<string, JudgedResult>();
  const run = (options: RunOptions) => {
    const { cases, callRoute = shout, limit = createAdaptiveLimit(SYSTEM_CLOCK), ...rest } = options;
    return runCases({
      pages: inPages(cases),
      evaluators: [prepareEvaluator('auto_exact_match', {})],
      cellKey: (input) => JSON.stringify(input),
      findCells: async ({ keys }) => ({
        stored: new Map(keys.flatMap((key) => (cells.has(key) ? [[key, cells.get(key)!]] : []))),
        elsewhere: new Set(),
        looked: keys.length,
      }),
      judgements: createSharedWork<SharedScore>().open(''),
      findScores: async (keys) => new Map(keys.flatMap((key) => (scores.has(key) ? [[key, scores.get(key)!]] : []))),
      save: async (finished) => {
        for (const one of finished) {
          for (const { key, result } of one.newScores) scores.set(key, result);
          rows.set(one.index, one);
          if (one.outcome.error === null) cells.set(one.cellKey, one.outcome);
        }
      },
      concurrency: 4,
      retries: 0,
      retryDelayMs: 0,
      callTimeoutMs: 10_000,
      limit,
      signal: new AbortController().signal,
      ...rest,
      callRoute: async (input, signal) => {
        calls.push(input['text']);
        return callRoute(input, signal);
      },
    });
  };
  return { cells, rows, scores, calls, run };
}
