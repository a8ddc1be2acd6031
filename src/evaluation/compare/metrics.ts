import type { AggregatedResult, Evaluation, EvaluationScenario } from '../../contract/evaluations/evaluation.ts';
import { canonicalJson } from '../hashing/canonical-json.ts';
import { findEvaluator } from '../evaluators/catalogue/evaluators.ts';
import { isUnscored } from '../results/make-result.ts';
import { FROM_ZERO, type ScoreRange } from '../evaluators/definition/evaluator-definition.ts';

/** A measure that rows have a value for. */
export interface Metric {
  readonly name: string;
  /** Id of the evaluator's configuration; `null`: what the calls cost or took. */
  readonly id: string | null;
  /** Identifies an evaluator and its settings across evaluations. */
  readonly key: string;
  /** Key of the evaluator; `null`: what the calls cost or took. */
  readonly evaluator: string | null;
  readonly source: 'evaluator' | 'cost' | 'latency';
  readonly goal: 'higher' | 'lower';
  /** Range of its values; `null`: unknown. */
  readonly range: ScoreRange | null;
  /** @returns `null` where the row failed, could not be scored, or has no known cost */
  readonly read: (row: EvaluationScenario) => number | boolean | null;
}

const SHARE: ScoreRange = { low: 0, high: 1 };

/** Range of a metric's scores that somebody stated, by its name; `null`: nobody did. */
export type RangeOf = (metric: string) => ScoreRange | null;

/** Lists the metrics of an evaluation: its evaluators, then cost and latency. */
export function metricsOf({ aggregated_results }: Pick<Evaluation, 'aggregated_results'>): Metric[] {
  return [...aggregated_results.map(evaluatorMetric), COST, LATENCY];
}

const COST: Metric = {
  name: 'cost',
  id: null,
  key: 'cost',
  evaluator: null,
  source: 'cost',
  goal: 'lower',
  range: FROM_ZERO,
  read: ({ outputs }) => outputs[0]?.cost ?? null,
};

const LATENCY: Metric = {
  name: 'latency',
  id: null,
  key: 'latency',
  evaluator: null,
  source: 'latency',
  goal: 'lower',
  range: FROM_ZERO,
  read: ({ outputs }) => outputs[0]?.latency ?? null,
};

function evaluatorMetric({ evaluator_config: config, result: { range } }: AggregatedResult): Metric {
  const definition = findEvaluator(config.evaluator_key);
  const settings = config.settings_values ?? {};
  return {
    name: config.name,
    id: config.id,
    key: `${config.evaluator_key} ${canonicalJson(config.settings_values ?? {})}`,
    evaluator: config.evaluator_key,
    source: 'evaluator',
    goal: definition?.goal?.(settings) ?? 'higher',
    range:
      definition === undefined ? toRange(range) : definition.range === undefined ? SHARE : definition.range(settings),
    read: ({ results }) => {
      const value = results.find(({ evaluator_config }) => evaluator_config === config.id)?.result.value;
      return typeof value === 'number' || typeof value === 'boolean' ? value : null;
    },
  };
}

/** What a project's own evaluator declared. */
function toRange(declared: readonly number[] | null | undefined): ScoreRange | null {
  const [low, high] = declared ?? [];
  return low === undefined || high === undefined ? null : { low, high };
}

/** Answers whether a row failed, or an evaluator could not score it. */
export function isErroneous({ outputs, results }: Pick<EvaluationScenario, 'outputs' | 'results'>): boolean {
  return outputs.length === 0 || [...outputs, ...results].some(({ result }) => isUnscored(result));
}
