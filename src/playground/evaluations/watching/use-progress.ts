import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { EvaluationProgress } from '../../../contract/evaluations/evaluation-progress.ts';
import type { TestedEvaluation } from '../../../contract/evaluations/evaluation.ts';
import { fetchChanged, useRecords } from '../../service/queries.ts';
import { send } from '../../service/request.ts';
import { mayChange } from '../result-text.ts';

/** How far an evaluation was at an instant, in milliseconds since 1970. */
export interface SeenProgress extends EvaluationProgress {
  readonly at: number;
}

/** How often to ask: each time is one request, and one for new rows. */
const PROGRESS_MS = 2500;
const KEY = 'GET /evaluations/{evaluation_id}/events';

/** Fetches how far a running evaluation is; `null` for one that does not run. Also learns its end where no change is told. */
export function useProgress({ id, status }: TestedEvaluation): SeenProgress | null {
  const client = useQueryClient();
  const input = { evaluation_id: id };
  const load = async ({ signal }: { readonly signal: AbortSignal }): Promise<SeenProgress> => ({
    ...(await send(KEY, input, signal)),
    at: Date.now(),
  });
  const isRunning = mayChange(status);
  const { value } = useRecords([KEY], { ...input, isRunning }, isRunning ? load : null, () => PROGRESS_MS);
  const now = value?.status.value ?? status.value;
  useEffect(() => {
    if (now !== status.value) fetchChanged(client, { all: false, records: [{ kind: 'evaluation', id }] });
  }, [client, id, now, status.value]);
  return value;
}
