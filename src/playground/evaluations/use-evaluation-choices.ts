import type { TestedEvaluation } from '../../contract/evaluations/evaluation.ts';
import { describeSubset } from '../../contract/evaluations/subject.ts';
import { type Choices, useChoices } from '../service/queries.ts';
import { formatMoment } from '../text/format-figures.ts';
import { isFinished, nameEvaluation } from './result-text.ts';

/** Fetches an app's finished evaluations to choose from. @param appId - `null` fetches nothing */
export function useEvaluationChoices(appId: string | null): Choices<TestedEvaluation> {
  const { records, finder } = useChoices('GET /evaluations', appId === null ? null : { app_id: appId });
  return { records: records?.filter(isFinished) ?? null, finder };
}

/** An evaluation as a choice: others on the same subject differ by their time, or by their part of the test set. */
export function toOption(evaluation: TestedEvaluation): readonly [id: string, text: string] {
  const { id, subset, created_at } = evaluation;
  const part = subset == null ? '' : `, ${describeSubset(subset)}`;
  return [id, `${nameEvaluation(evaluation)}, ${formatMoment(created_at)}${part}`];
}
