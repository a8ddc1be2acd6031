import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import { isStoredAs } from '../../contract/evaluators/stored-name.ts';
import { notFound } from '../../foundation/closest-names.ts';
import { usageError } from '../../foundation/errors/wf-error.ts';
import { findEvaluator } from '../evaluators/catalogue/evaluators.ts';
import { evaluatorOfSpec } from '../evaluators/definition/spec-name.ts';
import { metricsOf, nameableMetrics } from './metrics.ts';

/**
 * Finds the primary metrics of a comparison, which are tested at the full level. Unless some are named, it is the first
 * evaluator that asks no model: adding a judge, a cost or a latency then never makes its verdict less certain.
 *
 * @param evaluation - the baseline, where there is one
 * @param named - names of metrics; `null`: none were named
 * @param candidates - what is compared with it: an evaluator that did not judge them all cannot be compared
 * @throws {WF_NOT_FOUND} for a name that is not a metric of the evaluation
 */
export function primaryMetricsOf(
  evaluation: Judged,
  named: readonly string[] | null,
  candidates: readonly Judged[] = [],
): string[] {
  if (named !== null) return named.map((name) => requireNamed(name, nameableMetrics(evaluation)).name);
  const others = candidates.map((candidate) => new Set(metricsOf(candidate).map(({ key }) => key)));
  const evaluators = metricsOf(evaluation).filter(
    ({ source, key }) => source === 'evaluator' && others.every((keys) => keys.has(key)),
  );
  const first = evaluators.find(({ evaluator }) => !asksModel(evaluator)) ?? evaluators[0];
  return first === undefined ? [] : [first.name];
}

type Judged = Pick<Evaluation, 'aggregated_results'>;

function asksModel(key: string | null): boolean {
  return key !== null && findEvaluator(key)?.evaluator.requires_llm_api_keys === true;
}

/**
 * Answers whether a metric is what a name means. `regex_test` also means `regex_test:regex_pattern=^ok`: evaluators with
 * settings are stored under such names. `exact_match` and `exact_match (support)` mean one another: the public service
 * appends the name of the app.
 */
export function isNamed(metric: string, name: string): boolean {
  const evaluator = evaluatorOfSpec(metric);
  return isStoredAs(metric, name) || isStoredAs(name, metric) || isStoredAs(name, evaluator);
}

/**
 * Finds what a name means among metrics: the one of this very name, else one with settings, else the only one with or
 * without the name of an app.
 *
 * @throws {WF_USAGE} where it may be several
 */
export function findNamed<M extends { readonly name: string }>(name: string, metrics: readonly M[]): M | undefined {
  const own =
    metrics.find((metric) => metric.name === name) ?? metrics.find((metric) => evaluatorOfSpec(metric.name) === name);
  if (own !== undefined) return own;
  const [found, ...others] = metrics.filter((metric) => isNamed(metric.name, name));
  const names = [...new Set([found, ...others].map((metric) => metric?.name ?? ''))];
  if (others.length === 0 || names.length === 1) return found;
  throw usageError(
    `${JSON.stringify(name)} could be any of the metrics ${names.join(', ')}.`,
    names.map((each) => `Write ${each}`),
  );
}

/** Finds the metric of this name. @param of - whose metrics they are, for the message @throws {WF_NOT_FOUND} with the names that there are */
export function requireNamed<M extends { readonly name: string }>(
  name: string,
  metrics: readonly M[],
  of: 'baseline' | null = null,
): M {
  const found = findNamed(name, metrics);
  if (found !== undefined) return found;
  throw notFound({
    kind: of === null ? 'metric' : `metric of the ${of}`,
    name,
    available: metrics.map((metric) => metric.name),
  });
}
