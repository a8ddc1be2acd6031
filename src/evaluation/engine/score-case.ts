import type { JudgedResult } from '../../contract/evaluations/result.ts';
import type { TestsetRow } from '../../contract/testsets/testset.ts';
import type { Score, ScoreInput } from '../evaluators/definition/evaluator-definition.ts';
import { errorResult } from '../results/make-result.ts';
import type { CellOutcome } from './call-outcome.ts';
import type { NewScore } from './evaluation-case.ts';
import type { RunningWork } from './running-work.ts';

/** An evaluator as the engine uses it. */
export interface CaseEvaluator {
  /** Never throws, but for the signal's reason: what goes wrong with a row is its result. */
  readonly score: Score;
  /**
   * Keys a score by all that decides it. Only of evaluators whose scores cost something, a model's call for one: any
   * other is computed in less time than its look-up takes.
   */
  readonly scoreKey?: (input: ScoreInput) => string;
  /** Names the evaluator with its settings, where its scores are kept. */
  readonly judge?: string;
}

export interface ScoreSurroundings {
  readonly evaluators: readonly CaseEvaluator[];
  /** Looks scores up by their keys. */
  readonly findScores: (keys: readonly string[]) => Promise<ReadonlyMap<string, JudgedResult>>;
  readonly signal: AbortSignal;
  readonly running: RunningWork<JudgedResult>;
}

export interface CaseScores {
  /** In the order of the evaluators. */
  readonly scores: readonly JudgedResult[];
  readonly newScores: readonly NewScore[];
}

/** Judges an answer by every evaluator. Scores that are stored, or being computed for another case, are used again. */
export async function scoreCase(
  outcome: CellOutcome,
  row: TestsetRow,
  surroundings: ScoreSurroundings,
): Promise<CaseScores> {
  const newScores: NewScore[] = [];
  const { evaluators } = surroundings;
  if (outcome.error !== null) {
    const result = errorResult(`There is no output to judge: ${outcome.error.message}`);
    return { scores: evaluators.map(() => result), newScores };
  }
  const { output, cost, latency } = outcome;
  const input = { output, row, cost, latency };
  const scores = await Promise.all(evaluators.map(async (each) => judge(each, input, surroundings, newScores)));
  return { scores, newScores };
}

function judge(
  { score, scoreKey }: CaseEvaluator,
  input: ScoreInput,
  surroundings: ScoreSurroundings,
  newScores: NewScore[],
): JudgedResult | Promise<JudgedResult> {
  const { signal } = surroundings;
  if (scoreKey === undefined) return score(input, signal);
  return judgeOnce(scoreKey(input), async () => await score(input, signal), surroundings, newScores);
}

async function judgeOnce(
  key: string,
  score: () => Promise<JudgedResult>,
  { findScores, running }: ScoreSurroundings,
  newScores: NewScore[],
): Promise<JudgedResult> {
  const { work, isFirst } = running.share(key, async () => {
    const stored = (await findScores([key])).get(key);
    return stored ?? (await score());
  });
  const result = await work;
  // What failed is not kept: the next evaluation tries it again.
  if (isFirst && result.error == null) newScores.push({ key, result });
  return result;
}
