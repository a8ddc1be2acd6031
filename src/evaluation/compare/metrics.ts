import type { ComparedEvaluation } from '../../contract/evaluations/comparison.ts';
import { describeSubset, nameTestset, nameVariants } from '../../contract/evaluations/subject.ts';
import type {
  AggregatedResult,
  Evaluation,
  EvaluationScenario,
  TestedEvaluation,
} from '../../contract/evaluations/evaluation.ts';
import { canonicalJson } from '../hashing/content-keys.ts';
import { findEvaluator } from '../evaluators/catalogue/evaluators.ts';
import { FROM_ZERO, type ScoreRange, SHARE } from '../statistics/score-range.ts';

/** The fields that identify an evaluation's results. */
export type NamedEvaluation = Pick<
  TestedEvaluation,
  'id' | 'variant_names' | 'revisions' | 'aggregated_results' | 'route' | 'testset_name' | 'testset_revision' | 'subset'
>;

/** `row`: as in the test set; `case`: the rows of a case are adjacent, and cases are in the order of their first rows. */
export type RowOrder = 'row' | 'case';

export interface EvaluationRows {
  readonly evaluation: TestedEvaluation;
  /** Called once per pass over the rows. By `case`, the rows of a case are adjacent if the service knows the cases. */
  readonly rows: (order?: RowOrder) => AsyncIterable<EvaluationScenario>;
}

/** Names an evaluation by its id and what was evaluated. */
export function nameOf(evaluation: NamedEvaluation): ComparedEvaluation {
  const { id, route, subset } = evaluation;
  const testset = nameTestset(evaluation);
  return {
    id,
    variant: nameVariants(evaluation),
    ...(route == null ? {} : { route }),
    ...(testset === null ? {} : { testset }),
    ...(subset == null ? {} : { subset: describeSubset(subset) }),
  };
}

export interface Metric {
  readonly name: string;
  /** Id of the evaluator's configuration; `null`: what the calls cost or took. */
  readonly id: string | null;
  /** Identifies an evaluator and its settings across evaluations. */
  readonly key: string;
  /** Key of the evaluator; `null`: what the calls cost or took. */
  readonly evaluator: string | null;
  /** What it measures. An evaluator whose score is the cost or the latency of the call is compared as these are. */
  readonly source: 'evaluator' | 'cost' | 'latency';
  /** What its verdict is about: the mean, which is the bill of a cost, the typical call, or the slow ones. */
  readonly target: 'mean' | 'median' | 'p95';
  /** Whether its values are those of another metric, of which it is a further figure. */
  readonly isPart?: boolean;
  /** Whether it is compared only where it is named. */
  readonly isOnDemand?: boolean;
  /** Whether its values depend on when the calls were made. */
  readonly isTimed: boolean;
  readonly goal: 'higher' | 'lower';
  /** Range of its values; `null`: unknown. */
  readonly range: ScoreRange | null;
  /** @returns `null` where the row failed, could not be scored, or has no known cost */
  readonly read: (row: EvaluationScenario) => number | boolean | null;
}

/** Range of a metric's scores that somebody stated, by its name; `null`: nobody did. */
export type RangeOf = (metric: string) => ScoreRange | null;

/** Lists the metrics of an evaluation's evaluators. */
export function evaluatorsOf(evaluation: Pick<Evaluation, 'aggregated_results'>): Metric[] {
  return metricsOf(evaluation).filter(({ evaluator }) => evaluator !== null);
}

/** Lists the metrics of an evaluation: its evaluators, then cost and latency. */
export function metricsOf({ aggregated_results }: Pick<Evaluation, 'aggregated_results'>): Metric[] {
  const evaluators = aggregated_results.map(evaluatorMetric);
  const isAmong = ({ name, source }: Metric) => evaluators.some((each) => each.name === name && each.source === source);
  return [...evaluators, ...[COST, LATENCY].filter((figure) => !isAmong(figure))];
}

/** Lists what is compared of a metric: of a latency the typical call, the slow ones and, where it is named, the mean. */
export function comparedOf(metric: Metric, isCompared: (name: string) => boolean): Metric[] {
  return figuresOf(metric).filter(({ name, isOnDemand }) => isOnDemand !== true || isCompared(name));
}

/** Lists the metrics of an evaluation that a comparison can be asked for. */
export function nameableMetrics(evaluation: Pick<Evaluation, 'aggregated_results'>): Metric[] {
  return metricsOf(evaluation).flatMap(figuresOf);
}

/** A variant can be faster in most calls, and stall in some: each figure has a verdict of its own. */
function figuresOf(metric: Metric): Metric[] {
  if (metric.source !== 'latency') return [metric];
  const part = { ...metric, isPart: true };
  return [
    metric,
    { ...part, name: `${metric.name} p95`, target: 'p95' },
    { ...part, name: meanOf(metric.name), target: 'mean', isOnDemand: true },
  ];
}

const MEAN = ' mean';

/** Names the metric that compares the mean of a latency: `latency mean`. */
function meanOf(latency: string): string {
  return `${latency}${MEAN}`;
}

/**
 * Returns the name of the latency whose mean a name means; `null`: it means none.
 *
 * @param summarised - metrics that have a name of their own
 */
export function latencyOfMean(name: string, summarised: readonly { readonly metric: string }[] = []): string | null {
  return name.endsWith(MEAN) && summarised.every(({ metric }) => metric !== name) ? name.slice(0, -MEAN.length) : null;
}

const COST: Metric = {
  name: 'cost',
  id: null,
  key: 'cost',
  evaluator: null,
  source: 'cost',
  target: 'mean',
  isTimed: false,
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
  target: 'median',
  isTimed: true,
  goal: 'lower',
  range: FROM_ZERO,
  read: ({ outputs }) => outputs[0]?.latency ?? null,
};

function evaluatorMetric({ evaluator_config: config, result: { range } }: AggregatedResult): Metric {
  const definition = findEvaluator(config.evaluator_key);
  const settings = config.settings_values ?? {};
  const goal = definition?.goal?.(settings) ?? 'higher';
  const figure = definition?.basis === 'cost' || definition?.basis === 'latency' ? definition.basis : null;
  // With a limit, such an evaluator passes or fails, and more is better.
  const source = figure !== null && goal === 'lower' ? figure : 'evaluator';
  return {
    name: config.name,
    id: config.id,
    key: source === 'evaluator' ? `${config.evaluator_key} ${canonicalJson(settings)}` : source,
    evaluator: config.evaluator_key,
    source,
    target: source === 'latency' ? 'median' : 'mean',
    isTimed: figure === 'latency',
    goal,
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
