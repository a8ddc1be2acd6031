import type { EvaluationForecast } from '../../../contract/evaluations/evaluation-progress.ts';
import type { EvaluatorConfig } from '../../../contract/evaluators/evaluator.ts';
import { forecastSum } from '../../../evaluation/statistics/forecast.ts';
import { canonicalJson } from '../../../evaluation/hashing/content-keys.ts';
import { createMoments } from '../../../evaluation/statistics/moments.ts';
import type { PastScore } from '../queries/judging.ts';

/** Scores that one evaluator would compute. */
export interface WantedScores {
  readonly config: EvaluatorConfig;
  readonly scores: number;
  /** Model calls per score; 0 where only the cost of earlier scores shows whether it calls models. */
  readonly modelCalls: number;
}

/** What judging would take. */
export type JudgeForecast = Pick<
  EvaluationForecast,
  'judge_scores' | 'judge_calls' | 'judge_cost' | 'judge_cost_interval'
>;

/**
 * Forecasts the calls and the cost of judges by what earlier scores of the same evaluators cost. An evaluator of the
 * project's own counts as a judge if an earlier score of it had a cost.
 */
export function forecastJudges(wanted: readonly WantedScores[], past: readonly PastScore[]): JudgeForecast {
  const forecasts = wanted.map(({ config, scores, modelCalls }) => {
    const earlier = past.filter((one) => judgeOf(one.config) === judgeOf(config));
    const calls = modelCalls > 0 ? modelCalls : earlier.some(({ result }) => result.cost != null) ? 1 : 0;
    const costs = createMoments();
    for (const { result } of earlier) if (result.cost != null) costs.add(result.cost);
    return {
      calls: scores * calls,
      scores: calls === 0 ? 0 : scores,
      cost: forecastSum(costs.read(), scores * Math.min(1, calls)),
    };
  });
  const known = forecasts.flatMap(({ cost }) => cost ?? []);
  const intervals = known.flatMap(({ interval }) => (interval === null ? [] : [interval]));
  const isKnown = known.length === forecasts.length;
  return {
    judge_scores: total(forecasts.map(({ scores }) => scores)),
    judge_calls: total(forecasts.map(({ calls }) => calls)),
    judge_cost: isKnown ? total(known.map(({ sum }) => sum)) : null,
    // The sum of the ends is wider than the interval of the sum: rows that are expensive for one judge are expensive for all.
    judge_cost_interval:
      isKnown && intervals.length === forecasts.length
        ? [total(intervals.map(([low]) => low)), total(intervals.map(([, high]) => high))]
        : null,
  };
}

/** Equal settings judge alike, whatever they are called. */
function judgeOf({ evaluator_key, settings_values }: PastScore['config']): string {
  return `${evaluator_key} ${canonicalJson(settings_values ?? {})}`;
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
