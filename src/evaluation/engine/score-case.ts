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
  const computed: Computed = { newScores: [], results: [], begun: [] };
  const { evaluators } = context;
  if (outcome.error !== null) {
    const result = errorResult(`There is no output to score: ${outcome.error.message}`);
    return { scores: evaluators.map(() => result), newScores: [], judging: { calls: 0, cost: 0 } };
  }
  const { output, cost, latency } = outcome;
  const input = { output, row, cost, latency };
  const scoring = evaluators.map(async (each) => requireScore(await judge(each, input, context, computed)));
  const scores = await Promise.all(scoring).catch(async (error: unknown) => {
    const spent = await Promise.all(computed.begun.map(spendingOf));
    for (const each of spent.flat()) context.onAbandoned?.(each);
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
  readonly begun: BegunScore[];
}

/** A score that this case began to compute. */
interface BegunScore {
  readonly work: Promise<JudgedResult>;
  /** What it cost, where it was cut short. */
  readonly untilCut: () => Spending;
}

/** Waits until the score has ended: only then is known what it cost. */
async function spendingOf({ work, untilCut }: BegunScore): Promise<Spending[]> {
  try {
    const { cost } = await work;
    return cost === undefined ? [] : [{ cost }];
  } catch {
    return [untilCut()];
  }
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
  return judgeOnce(scoreKey(input), async (onAbandoned) => await score(input, signal, onAbandoned), context, computed);
}

async function judgeOnce(
  key: string,
  score: (onAbandoned: (spent: Spending) => void) => Promise<JudgedResult>,
  context: ScoreContext,
  computed: Computed,
): Promise<JudgedResult> {
  const { findScores, judgements, signal } = context;
  const { work, isFirst } = judgements.share(key, async () => {
    const stored = (await findScores([key])).get(key);
    if (stored !== undefined) return { result: stored, isStored: true };
    // A judge that does not tell what it paid may have paid.
    let cut = UNKNOWN_SPENDING;
    const scoring = score((spent) => void (cut = spent));
    computed.begun.push({ work: scoring, untilCut: () => cut });
    const result = await scoring;
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
