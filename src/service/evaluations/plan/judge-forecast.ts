import type { EvaluatorConfig } from '../../../contract/evaluators/evaluator.ts';
import type { Result } from '../../../contract/evaluations/result.ts';
import type { TestsetRow } from '../../../contract/testsets/testset.ts';
import type { CaseEvaluator } from '../../../evaluation/engine/score-case.ts';
import type { StoredCell } from '../evaluation-job.ts';
import type { EvaluationPlan } from './plan-evaluation.ts';
import type { EvaluationForecast } from '../../../contract/evaluations/evaluation-progress.ts';
import { forecastSum } from '../../../evaluation/statistics/forecast.ts';
import { canonicalJson } from '../../../evaluation/hashing/content-keys.ts';
import { sumOf } from '../../../foundation/numbers.ts';
import type { PastScore } from '../queries/evaluation-work.ts';

interface KeyedRow {
  readonly row: TestsetRow;
  readonly key: string;
}

type FindScores = (keys: readonly string[]) => Promise<ReadonlyMap<string, Result>>;

/**
 * Creates a counter. Rows that share a score are counted once, and so are those of several variants. Whether the score of an output that is not stored yet will
 * be is unknown, so it is counted.
 */
export function createScoreCounter(
  { evaluators }: Pick<EvaluationPlan, 'evaluators'>,
  configs: readonly EvaluatorConfig[],
  findScores: FindScores,
  wanted: Set<string>,
) {
  const judges = evaluators.flatMap((evaluator, index) => {
    const config = configs[index];
    return config === undefined || evaluator.scoreKey === undefined
      ? []
      : [{ config, scoreKey: evaluator.scoreKey, modelCalls: evaluator.modelCalls ?? 0, scores: 0 }];
  });
  return {
    /** @param found - the stored outputs of these rows, by their keys */
    async add(rows: readonly KeyedRow[], found: ReadonlyMap<string, StoredCell>): Promise<void> {
      for (const judge of judges) {
        const keys = new Set(rows.map((row) => keyOf(row, found, judge.scoreKey)));
        const stored = await findScores([...keys]);
        const missing = [...keys].filter((key) => !stored.has(key) && !wanted.has(key));
        for (const key of missing) wanted.add(key);
        judge.scores += missing.length;
      }
    },
    read: (): WantedScores[] => judges.map(({ config, modelCalls, scores }) => ({ config, modelCalls, scores })),
  };
}

/** An output that is not stored is represented by its own key: the same call gives the same output. */
function keyOf(
  { row, key }: KeyedRow,
  found: ReadonlyMap<string, StoredCell>,
  scoreKey: NonNullable<CaseEvaluator['scoreKey']>,
): string {
  const cell = found.get(key);
  if (cell === undefined) return scoreKey({ output: { unknown: key }, row, cost: null, latency: null });
  return scoreKey({ output: cell.output.value, row, cost: cell.cost, latency: cell.latency });
}

interface WantedScores {
  readonly config: EvaluatorConfig;
  readonly scores: number;
  /** Model calls per score; 0 where only the cost of earlier scores shows whether it calls models. */
  readonly modelCalls: number;
}

type JudgeForecast = Pick<EvaluationForecast, 'judge_scores' | 'judge_calls' | 'judge_cost' | 'judge_cost_interval'>;

/**
 * Forecasts the calls and the cost of judges by what earlier scores of the same evaluators cost. An evaluator of the
 * project's own counts as a judge if an earlier score of it had a cost.
 */
export function forecastJudges(wanted: readonly WantedScores[], past: readonly PastScore[]): JudgeForecast {
  const forecasts = wanted.map(({ config, scores, modelCalls }) => {
    const earlier = past.filter((one) => judgeOf(one.config) === judgeOf(config));
    const calls = modelCalls > 0 ? modelCalls : earlier.some(({ result }) => result.cost != null) ? 1 : 0;
    const costs = earlier.flatMap(({ result }) => result.cost ?? []);
    return {
      calls: scores * calls,
      scores: calls === 0 ? 0 : scores,
      cost: forecastSum(costs, scores * Math.min(1, calls)),
    };
  });
  const known = forecasts.flatMap(({ cost }) => cost ?? []);
  const intervals = known.flatMap(({ interval }) => (interval === null ? [] : [interval]));
  const isKnown = known.length === forecasts.length;
  return {
    judge_scores: sumOf(forecasts, ({ scores }) => scores),
    judge_calls: sumOf(forecasts, ({ calls }) => calls),
    judge_cost: isKnown ? sumOf(known, ({ sum }) => sum) : null,
    // The sum of the ends is wider than the interval of the sum: rows that are expensive for one judge are expensive for all.
    judge_cost_interval:
      isKnown && intervals.length === forecasts.length
        ? [sumOf(intervals, ([low]) => low), sumOfKnown(intervals.map(([, high]) => high))]
        : null,
  };
}

/** Adds up what is known only if all are. */
function sumOfKnown(ends: readonly (number | null)[]): number | null {
  const known = ends.filter((end) => end !== null);
  return known.length === ends.length ? sumOf(known, (end) => end) : null;
}

/** Equal settings judge alike, whatever they are called. */
function judgeOf({ evaluator_key, settings_values }: PastScore['config']): string {
  return `${evaluator_key} ${canonicalJson(settings_values ?? {})}`;
}
