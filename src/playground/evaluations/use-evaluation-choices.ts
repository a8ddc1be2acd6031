import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import { type Choices, useChoices } from '../service/queries.ts';
import { isFinished, nameEvaluation } from './result-text.ts';

/** Fetches an app's finished evaluations to choose from. @param appId - `null` fetches nothing */
export function useEvaluationChoices(appId: string | null): Choices<Evaluation> {
  const { records, finder } = useChoices('GET /evaluations', appId === null ? null : { app_id: appId });
  return { records: records?.filter(isFinished) ?? null, finder };
}

export function toOption(evaluation: Evaluation): readonly [value: string, text: string] {
  return [evaluation.id, nameEvaluation(evaluation)];
}
