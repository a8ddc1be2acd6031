import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '../../client/create-client.ts';
import type { EvaluationProgress } from '../../contract/evaluations/evaluation-progress.ts';
import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import { UserError } from '../../errors/wf-error.ts';

export type WatchEvent =
  | { readonly type: 'evaluation-start'; readonly evaluation_id: string; readonly variant: string }
  | EvaluationProgress
  | {
      readonly type: 'evaluation-end';
      readonly evaluation_id: string;
      readonly variant: string;
      readonly status: string;
      /** Why it ended so; `null`: nothing went wrong. */
      readonly error: string | null;
    };

export interface WatchEvaluationsOptions {
  readonly client: Client;
  readonly onEvent: (event: WatchEvent) => void;
  readonly signal?: AbortSignal;
}

/**
 * Waits until evaluations have ended, telling how far they are.
 *
 * @throws {WF_INTERRUPTED} with how to go on
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
      message: 'Interrupted. The rows that are finished are stored.',
      nextSteps: [...open].map((id) => `wf eval resume ${id}`),
      cause: error,
    });
  }
}

/** Follows one evaluation to its end, whichever process runs it. */
export async function watchEvaluation(
  evaluation: Evaluation,
  { client, onEvent, signal }: WatchEvaluationsOptions,
): Promise<Evaluation> {
  const call = signal === undefined ? {} : { signal };
  let last: EvaluationProgress | null = null;
  for await (const progress of client.followEvaluation({ evaluation_id: evaluation.id }, call)) {
    onEvent(progress);
    last = progress;
  }
  // A run that cannot store what it computes ends no evaluation; asked directly, the service says why.
  if (last !== null && RUNNING.has(last.status.value)) await tellProgress(evaluation, client, onEvent);
  return await tellEnd(evaluation, client, onEvent);
}

const RUNNING = new Set<unknown>(['EVALUATION_INITIALIZED', 'EVALUATION_STARTED']);
const SHORTEST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 1000;
/** Of the time that went by: whoever waits long does not mind a little more. */
const WAIT_SHARE = 0.05;
/** Short runs are over before anybody could read how far they are. */
const QUIET_MS = 500;
/** Nobody reads faster, and counting rows takes the run's own time. */
const TELL_MS = 250;

/** Asks again and again, often at first: a stream of events would tell of a short run's end later. */
async function waitFor(evaluation: Evaluation, options: WatchEvaluationsOptions): Promise<Evaluation> {
  const { client, onEvent, signal } = options;
  const startedAt = performance.now();
  let tellAtMs = QUIET_MS;
  while (true) {
    const passedMs = performance.now() - startedAt;
    const isTold = passedMs >= tellAtMs;
    if (isTold) tellAtMs = passedMs + TELL_MS;
    const { status } = isTold
      ? await tellProgress(evaluation, client, onEvent)
      : await client.getEvaluationStatus({ evaluation_id: evaluation.id });
    if (!RUNNING.has(status.value)) return await tellEnd(evaluation, client, onEvent);
    const waitMs = Math.min(Math.max(passedMs * WAIT_SHARE, SHORTEST_WAIT_MS), LONGEST_WAIT_MS);
    await delay(waitMs, undefined, signal === undefined ? {} : { signal });
  }
}

async function tellProgress(
  { id }: Evaluation,
  client: Client,
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

/** Names what an evaluation evaluates. */
export function variantOf(evaluation: Evaluation): string {
  return evaluation.variant_names.join(', ');
}
