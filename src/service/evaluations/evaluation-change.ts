import type { Change } from '../operation/change.ts';
import type { EvaluationRow } from './queries/evaluations.ts';

/** Describes a change of an evaluation by the variant it judges. */
export function evaluationChange({ id, app_id, variant_name, revision }: EvaluationRow): Change {
  return { kind: 'evaluation', id, name: `${variant_name}@${revision}`, appId: app_id };
}
