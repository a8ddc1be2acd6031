import type { EnvironmentRevisions } from '../../../contract/environments/environment.ts';
import type { TestedEvaluation } from '../../../contract/evaluations/evaluation.ts';
import { isWhole } from '../../../contract/evaluations/subject.ts';
import { isFinished, numberOf, testsetOf, variantOf } from '../result-text.ts';

export interface TrendPoint {
  readonly id: string;
  /** The variant's revision: `tuned@3`. */
  readonly name: string;
  /** The route and the test set: points of different ones are not comparable. */
  readonly subject: string;
  /** The same for people: `/draft on cases`. */
  readonly about: string;
  /** The test set's revision: `cases@2`. */
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

/** Reads the finished evaluations of whole test sets, oldest first: the figures of a part are about other rows. */
export function readPoints(evaluations: readonly TestedEvaluation[]): readonly TrendPoint[] {
  return evaluations
    .filter((evaluation) => isFinished(evaluation) && isWhole(evaluation))
    .map((evaluation) => ({
      id: evaluation.id,
      name: variantOf(evaluation),
      ...subjectOf(evaluation),
      testset: testsetOf(evaluation),
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

function subjectOf({ route, testset_id, testset_name }: TestedEvaluation): Pick<TrendPoint, 'subject' | 'about'> {
  const testset = testset_name ?? 'a deleted test set';
  return {
    subject: `${route ?? ''} ${testset_id ?? testset}`,
    about: route == null ? testset : `${route} on ${testset}`,
  };
}

/** Lists the routes and test sets of points, that of the newest point first: `/draft on cases`. */
export function subjectsOf(points: readonly TrendPoint[]): readonly (readonly [subject: string, text: string])[] {
  return [...new Map(points.toReversed().map((point) => [point.subject, point.about]))];
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

/** Keeps the newest point of each revision on each subject. */
export function newestOf(points: readonly TrendPoint[]): readonly TrendPoint[] {
  return [...new Map(points.map((point) => [`${point.name} ${point.subject}`, point])).values()];
}
