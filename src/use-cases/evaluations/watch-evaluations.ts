import type { Client, ExtendedClient } from '../../client/create-client.ts';
import type { EvaluationProgress } from '../../contract/evaluations/evaluation-progress.ts';
import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import { UserError } from '../../errors/wf-error.ts';
import { isUnfinished } from '../../evaluation/results/evaluation-status.ts';
import { poll } from './poll.ts';

export type WatchEvent =
  | { readonly type: 'evaluation-start'; readonly evaluation_id: string; readonly variant: string }
  | EvaluationProgress
  | {
      readonly type: 'evaluation-end';
      readonly evaluation_id: string;
      readonly variant: string;
      readonly status: string;
      /** Reason of a failure; `null`: none. */
      readonly error: string | null;
    };

export interface WatchEvaluationsOptions {
  readonly client: Client;
  readonly onEvent: (event: WatchEvent) => void;
  readonly signal?: AbortSignal;
}

/**
 * Waits until evaluations have ended and reports their progress.
 *
 * @throws {WF_INTERRUPTED} with the commands to resume
 */
export async function waitForEvaluations(
  evaluations: readonly Evaluation[],
  options: WatchEvaluationsOptions,
): Promise<Evaluation[]> {
  const open = new Set(evaluations.map(({ id }) => id));
  const wait = async (evaluation: Evaluation): Promise<Evaluation> => {
    const ended = await waitFor(evaluation, options);
    open.delete(evaluation.id);
    return ended;
  };
  try {
    return await Promise.all(evaluations.map(wait));
  } catch (error) {
    if (options.signal?.aborted !== true) throw error;
    throw new UserError({
      code: 'WF_INTERRUPTED',
      message: 'Interrupted. Finished rows are stored.',
      nextSteps: [...open].map((id) => `wf eval resume ${id}`),
      cause: error,
    });
  }
}

/** Follows one evaluation to its end, whichever process runs it. */
export async function watchEvaluation(evaluation: Evaluation, options: WatchEvaluationsOptions): Promise<Evaluation> {
  const { client, onEvent, signal } = options;
  const extended = await client.extensions();
  if (extended === null) return await waitFor(evaluation, options);
  const call = signal === undefined ? {} : { signal };
  let last: EvaluationProgress | null = null;
  for await (const progress of extended.followEvaluation({ evaluation_id: evaluation.id }, call)) {
    onEvent(progress);
    last = progress;
  }
  // A run that cannot store its results does not end the evaluation; the progress endpoint has the reason.
  if (last !== null && isUnfinished(last.status)) await tellProgress(evaluation, extended, onEvent);
  return await tellEnd(evaluation, client, onEvent);
}

/** Short runs report no progress: nobody could read it. */
const QUIET_MS = 500;
/** Nobody reads faster, and counting rows slows the run. */
const TELL_MS = 250;

/** Polls, often at first: an event stream would report the end of a short run later. */
async function waitFor(evaluation: Evaluation, options: WatchEvaluationsOptions): Promise<Evaluation> {
  const { client, onEvent, signal } = options;
  const extended = await client.extensions();
  let tellAtMs = QUIET_MS;
  await poll({
    ask: async (passedMs) => {
      // Only our services count the rows.
      if (extended === null || passedMs < tellAtMs)
        return await client.getEvaluationStatus({ evaluation_id: evaluation.id });
      tellAtMs = passedMs + TELL_MS;
      return await tellProgress(evaluation, extended, onEvent);
    },
    isDone: ({ status }) => !isUnfinished(status),
    signal,
  });
  return await tellEnd(evaluation, client, onEvent);
}

async function tellProgress(
  { id }: Evaluation,
  client: ExtendedClient,
  onEvent: WatchEvaluationsOptions['onEvent'],
): Promise<EvaluationProgress> {
  const progress = await client.getEvaluationProgress({ evaluation_id: id });
  onEvent(progress);
  return progress;
}

async function tellEnd(
  { id }: Evaluation,
  client: Client,
  onEvent: WatchEvaluationsOptions['onEvent'],
): Promise<Evaluation> {
  const ended = await client.getEvaluation({ evaluation_id: id });
  const { value, error } = ended.status;
  const status = typeof value === 'string' ? value : JSON.stringify(value);
  onEvent({
    type: 'evaluation-end',
    evaluation_id: id,
    variant: variantOf(ended),
    status,
    error: error?.message ?? null,
  });
  return ended;
}

/** Names the variants of an evaluation. */
export function variantOf(evaluation: Evaluation): string {
  return evaluation.variant_names.join(', ');
}
