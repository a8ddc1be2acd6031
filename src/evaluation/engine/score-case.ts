import type { JudgedResult } from '../../contract/evaluations/result.ts';
import type { TestsetRow } from '../../contract/testsets/testset.ts';
import type { Score, ScoreInput } from '../evaluators/definition/evaluator-definition.ts';
import { errorResult, isScored, requireScore } from '../results/make-result.ts';
import type { CellOutcome } from './call-outcome.ts';
import type { NewScore } from './evaluation-case.ts';
import type { RunningWork } from './running-work.ts';

/** An evaluator as the engine sees it. */
export interface CaseEvaluator {
  /** Throws only the signal's reason: a failure of a row is its result. */
  readonly score: Score;
  /**
   * Keys a score by everything that determines it. Only evaluators whose scores are expensive, such as a model call,
   * have it: any other score is computed faster than it is looked up.
   */
  readonly scoreKey?: (input: ScoreInput) => string;
  /** Names the evaluator and its settings, where its scores are stored. */
  readonly judge?: string;
}

export interface ScoreContext {
  readonly evaluators: readonly CaseEvaluator[];
  /** Looks up scores by their keys. */
  readonly findScores: (keys: readonly string[]) => Promise<ReadonlyMap<string, JudgedResult>>;
  readonly signal: AbortSignal;
  readonly running: RunningWork<JudgedResult>;
}

export interface CaseScores {
  /** In the order of the evaluators. */
  readonly scores: readonly JudgedResult[];
  readonly newScores: readonly NewScore[];
}

/** Scores an answer with every evaluator. Reuses scores that are stored or being computed for another case. */
export async function scoreCase(outcome: CellOutcome, row: TestsetRow, context: ScoreContext): Promise<CaseScores> {
  const newScores: NewScore[] = [];
  const { evaluators } = context;
  if (outcome.error !== null) {
    const result = errorResult(`There is no output to score: ${outcome.error.message}`);
    return { scores: evaluators.map(() => result), newScores };
  }
  const { output, cost, latency } = outcome;
  const input = { output, row, cost, latency };
  const scores = await Promise.all(
    evaluators.map(async (each) => requireScore(await judge(each, input, context, newScores))),
  );
  return { scores, newScores };
}

function judge(
  { score, scoreKey }: CaseEvaluator,
  input: ScoreInput,
  context: ScoreContext,
  newScores: NewScore[],
): JudgedResult | Promise<JudgedResult> {
  const { signal } = context;
  if (scoreKey === undefined) return score(input, signal);
  return judgeOnce(scoreKey(input), async () => await score(input, signal), context, newScores);
}

async function judgeOnce(
  key: string,
  score: () => Promise<JudgedResult>,
  { findScores, running }: ScoreContext,
  newScores: NewScore[],
): Promise<JudgedResult> {
  const { work, isFirst } = running.share(key, async () => {
    const stored = (await findScores([key])).get(key);
    // An older release may have stored a score that is none.
    return stored !== undefined && isScored(stored) ? stored : await score();
  });
  const result = await work;
  // Errors are not stored: the next evaluation tries again.
  if (isFirst && isScored(result)) newScores.push({ key, result });
  return result;
}
