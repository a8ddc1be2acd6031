import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import { sendForPage } from '../service/request.ts';
import { type Choices, useChoices } from '../service/use-choices.ts';
import { isFinished } from './result-text.ts';

/** Fetches an app's finished evaluations to choose from. @param appId - `null` fetches nothing */
export function useEvaluationChoices(appId: string | null): Choices<Evaluation> {
  const { records, finder } = useChoices(appId, (query, signal) =>
    sendForPage('GET /evaluations', { app_id: appId ?? '', ...query }, signal),
  );
  return { records: records?.filter(isFinished) ?? null, finder };
}
