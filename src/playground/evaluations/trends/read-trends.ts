import type { EnvironmentRevisions } from '../../../contract/environments/environment.ts';
import type { Evaluation } from '../../../contract/evaluations/evaluation.ts';
import { isFinished, numberOf, variantOf } from '../result-text.ts';

export interface TrendPoint {
  readonly id: string;
  /** The variant's revision: `tuned@3`. */
  readonly name: string;
  readonly testset: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly scores: Readonly<Record<string, number>>;
  /** Per row, in dollars; `null` when unknown. */
  readonly cost: number | null;
  /** Per row, in seconds. */
  readonly latency: number | null;
}

export interface DeployMark {
  readonly at: number;
  readonly environment: string;
  readonly revision: number;
}

export function readPoints(evaluations: readonly Evaluation[]): readonly TrendPoint[] {
  return evaluations
    .filter(isFinished)
    .map((evaluation) => ({
      id: evaluation.id,
      name: variantOf(evaluation),
      testset: evaluation.testset_name ?? 'a deleted test set',
      at: Date.parse(evaluation.created_at),
      scores: Object.fromEntries(
        evaluation.aggregated_results.flatMap(({ evaluator_config: { name }, result: { value } }) =>
          typeof value === 'number' ? [[name, value]] : [],
        ),
      ),
      cost: numberOf(evaluation.average_cost),
      latency: numberOf(evaluation.average_latency),
    }))
    .toSorted((one, other) => one.at - other.at);
}

export function readDeploys(
  environments: readonly Pick<EnvironmentRevisions, 'name' | 'revisions'>[],
): readonly DeployMark[] {
  return environments
    .flatMap(({ name, revisions }) =>
      revisions.map(({ revision, created_at }) => ({ at: Date.parse(created_at), environment: name, revision })),
    )
    .toSorted((one, other) => one.at - other.at);
}

/** Lists the evaluators by the number of points that they judged, most first. */
export function metricsOf(points: readonly TrendPoint[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { scores } of points) {
    for (const name of Object.keys(scores)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([name]) => name);
}

/** Keeps the newest point of each revision on each test set. */
export function newestOf(points: readonly TrendPoint[]): readonly TrendPoint[] {
  return [...new Map(points.map((point) => [`${point.name} ${point.testset}`, point])).values()];
}
