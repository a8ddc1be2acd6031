import type { EvaluationProgress } from '../../contract/evaluations/evaluation-progress.ts';
import type { CallOptions, Send } from '../sending/connection.ts';
import { readServerSentEvents } from './server-sent-events.ts';
import { type RefusalContext, toServiceError } from '../answers/service-refusal.ts';

export interface FollowEvaluationInput {
  readonly evaluation_id: string;
}

/**
 * Follows an evaluation to its end, whichever process runs it.
 *
 * @param call - its signal ends the following
 * @yields how far it is, each time that changes; the last one has its final status
 * @throws {WF_NOT_FOUND} when there is no such evaluation
 * @throws {WF_UNREACHABLE} when the stream breaks off
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
  // The service writes progress records, checked against the contract by its own tests.
  for await (const { data } of readServerSentEvents(answer.stream)) yield JSON.parse(data) as EvaluationProgress;
}
