import { hash } from 'node:crypto';
import type { TestedEvaluation } from '../../contract/evaluations/evaluation.ts';
import { type ChosenEvaluation, subjectOf } from './count-choices.ts';

export type LookedAtEvaluation = ChosenEvaluation & Pick<TestedEvaluation, 'testset_revision'>;

/** What a look is at, as two hashes: looks at the same subject spend one error rate, and the same data is one look. */
export interface LookIdentity {
  /** The gate's content, test set, route, candidate and baseline. */
  readonly subject: string;
  /** The figures of both evaluations: they change when rows are added or asked again. */
  readonly figures: string;
}

/** @param rows - number of rows of both, in the order of the evaluations */
export function identifyLook(
  gateSha256: string,
  candidate: LookedAtEvaluation,
  baseline: LookedAtEvaluation | null,
  rows: readonly number[],
): LookIdentity {
  const both = baseline === null ? [candidate] : [candidate, baseline];
  const { testset_id: testset = null, route = null } = candidate;
  return {
    subject: hash('sha256', JSON.stringify([gateSha256, testset, route, ...both.map(subjectOf)])),
    figures: hash('sha256', JSON.stringify([rows, ...both.map(figuresOf)])),
  };
}

function figuresOf({ aggregated_results, average_cost, average_latency, testset_revision }: LookedAtEvaluation) {
  const scores = aggregated_results.map(({ evaluator_config: { name }, result }) => [name, result.value]);
  return [testset_revision ?? null, scores, average_cost?.value ?? null, average_latency?.value ?? null];
}
