import type { JudgedResult } from '../../contract/evaluations/result.ts';
import type { TestsetRow } from '../../contract/testsets/testset.ts';
import { sumOf, sumOrNull } from '../../foundation/numbers.ts';
import type { Score, ScoreInput } from '../evaluators/definition/evaluator-definition.ts';
import { errorResult, requireScore } from '../results/create-result.ts';
import { isScored } from '../../contract/evaluations/evaluation-status.ts';
import type { CellOutcome, FinishedCase, NewScore, Judging } from './evaluation-case.ts';
import type { SharedWork } from './shared-work.ts';
import { type Spending, UNKNOWN_SPENDING } from './spending.ts';

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
  /** Model calls that one score takes, where it calls a model by itself. @defaultValue 0 */
  readonly modelCalls?: number;
}

export interface ScoreContext {
  readonly evaluators: readonly CaseEvaluator[];
  readonly findScores: (keys: readonly string[]) => Promise<ReadonlyMap<string, JudgedResult>>;
  readonly signal: AbortSignal;
  readonly judgements: SharedWork<SharedScore>;
  /** Called with what scores cost that the end of the run cut short. */
  readonly onAbandoned?: (spent: Spending) => void;
}

/** A score that several rows, of one or several runs, wait for. */
export interface SharedScore {
  readonly result: JudgedResult;
  readonly isStored: boolean;
}

/** `judging` is what the scores that were computed for this case cost; stored and shared ones cost nothing. */
export type CaseScores = Pick<FinishedCase, 'scores' | 'newScores' | 'judging'>;

/** Scores an answer with every evaluator. Reuses scores that are stored or being computed for another case. */
export async function scoreCase(outcome: CellOutcome, row: TestsetRow, context: ScoreContext): Promise<CaseScores> {
  const computed: Computed = { newScores: [], results: [], begun: 0 };
  const { evaluators } = context;
  if (outcome.error !== null) {
    const result = errorResult(`There is no output to score: ${outcome.error.message}`);
    return { scores: evaluators.map(() => result), newScores: [], judging: { calls: 0, cost: 0 } };
  }
  const { output, cost, latency } = outcome;
  const input = { output, row, cost, latency };
  const scoring = evaluators.map(async (each) => requireScore(await judge(each, input, context, computed)));
  const scores = await Promise.all(scoring).catch((error: unknown) => {
    for (const spent of abandonedBy(computed)) context.onAbandoned?.(spent);
    throw error;
  });
  return { scores, newScores: computed.newScores, judging: addUp(computed.results) };
}

/** Answers whether every score of an answer that a model gives is stored. */
export async function isJudged(
  { output, cost, latency }: CellOutcome & { readonly error: null },
  row: TestsetRow,
  { evaluators, findScores }: Pick<ScoreContext, 'evaluators' | 'findScores'>,
): Promise<boolean> {
  const keys = evaluators.flatMap(({ scoreKey }) => scoreKey?.({ output, row, cost, latency }) ?? []);
  const stored = await findScores(keys);
  return keys.every((key) => stored.has(key));
}

interface Computed {
  readonly newScores: NewScore[];
  readonly results: JudgedResult[];
  /** Scores that this case began to compute. */
  begun: number;
}

/** Nobody knows what a judge cost that has not answered. */
function abandonedBy({ results, begun }: Computed): Spending[] {
  const paid = results.flatMap(({ cost }) => (cost === undefined ? [] : [{ cost }]));
  return [...paid, ...Array.from({ length: begun - results.length }, () => UNKNOWN_SPENDING)];
}

function addUp(results: readonly JudgedResult[]): Judging {
  const paid = results.filter(({ cost }) => cost !== undefined);
  return {
    // An evaluator that does not count its calls made at least one.
    calls: sumOf(paid, ({ calls }) => calls ?? 1),
    cost: sumOrNull(paid.map(({ cost = 0 }) => cost)),
  };
}

function judge(
  { score, scoreKey }: CaseEvaluator,
  input: ScoreInput,
  context: ScoreContext,
  computed: Computed,
): JudgedResult | Promise<JudgedResult> {
  const { signal } = context;
  if (scoreKey === undefined) return score(input, signal);
  return judgeOnce(scoreKey(input), async () => await score(input, signal), context, computed);
}

async function judgeOnce(
  key: string,
  score: () => Promise<JudgedResult>,
  context: ScoreContext,
  computed: Computed,
): Promise<JudgedResult> {
  const { findScores, judgements, signal } = context;
  const { work, isFirst } = judgements.share(key, async () => {
    const stored = (await findScores([key])).get(key);
    if (stored !== undefined) return { result: stored, isStored: true };
    computed.begun += 1;
    const result = await score();
    computed.results.push(result);
    return { result, isStored: false };
  });
  const shared = await work.catch((error: unknown) => {
    if (isFirst || signal.aborted) throw error;
    return null;
  });
  // The run that was asking was stopped.
  if (shared === null) return await judgeOnce(key, score, context, computed);
  const { result, isStored } = shared;
  if (isFirst && isStored) judgements.forget(key);
  if (!isFirst || isStored) return { ...result, reused: true };
  // Errors are not stored: the next evaluation tries again.
  if (isScored(result)) computed.newScores.push({ key, result });
  return result;
}
