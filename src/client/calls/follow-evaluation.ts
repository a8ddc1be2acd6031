import type { EvaluationProgress } from '../../contract/evaluations/evaluation-progress.ts';
import { readServerSentEvents } from '../../foundation/server-sent-events.ts';
import type { CallOptions, Send } from '../sending/connection.ts';
import { type RefusalContext, toServiceError } from '../answers/service-refusal.ts';

export interface FollowEvaluationInput {
  readonly evaluation_id: string;
}

/**
 * Follows an evaluation to its end, regardless of which process runs it.
 *
 * @param call - its signal stops following; the evaluation continues
 * @yields the progress, each time it changes; the last item has the final status
 * @throws {WF_NOT_FOUND} when the evaluation does not exist
 * @throws {WF_UNREACHABLE} when the connection breaks
 * @source design §5
 */
export async function* followEvaluation(
  send: Send,
  context: RefusalContext,
  { evaluation_id }: FollowEvaluationInput,
  call: CallOptions = {},
): AsyncGenerator<EvaluationProgress> {
  const request = {
    method: 'GET' as const,
    path: `/evaluations/${encodeURIComponent(evaluation_id)}/events`,
    query: {},
    headers: { accept: 'text/event-stream' },
    body: null,
  };
  const answer = await send(request, { ...call, stream: true });
  if (answer.status >= 400) throw toServiceError(answer, context);
  if (answer.stream === null) return;
  // The service's tests check its progress records against the contract.
  for await (const { data } of readServerSentEvents(answer.stream)) yield JSON.parse(data) as EvaluationProgress;
}
