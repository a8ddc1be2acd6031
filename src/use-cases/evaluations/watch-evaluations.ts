import type { Client } from '../../client/create-client.ts';
import { orUnsupported } from '../../client/public/is-missing.ts';
import type { EvaluationProgress, WatchEvent } from '../../contract/evaluations/evaluation-progress.ts';
import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import { isServiceError, isWfError, ServiceError, UserError } from '../../foundation/errors/wf-error.ts';
import { isInterrupted, isUnfinished } from '../../contract/evaluations/evaluation-status.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { clamp } from '../../foundation/numbers.ts';

export interface WatchEvaluationsOptions {
  readonly client: Client;
  readonly onEvent: (event: WatchEvent) => void;
  readonly signal?: AbortSignal;
  /** How long a server may take to take over what no process runs, in milliseconds. */
  readonly abandonedAfterMs: number;
}

/** A server may wait for a lease to expire before it takes over what another left. */
const SERVER_MS = 20_000;
/** A process that was busy may renew its lease late. */
const MIN_MS = 2000;

/** Returns how long an evaluation may be without a process until the wait for it ends. @param url - `null`: no server */
export function abandonedAfter(url: string | null): number {
  return url === null ? MIN_MS : SERVER_MS;
}

/**
 * Waits until evaluations have ended and reports their progress.
 *
 * @throws {WF_INTERRUPTED} with the commands to resume
 * @throws {WF_TIMEOUT} with the commands to watch them, when the signal's reason is one
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
    if (options.signal?.aborted !== true) throw isServiceError(error) ? notFollowed(error, [...open]) : error;
    const timeout = timeoutOf(options.signal);
    // What was started runs on at a service of others, and cannot be stopped.
    const isOurs = await hasProgress(options.client).catch(() => false);
    throw new UserError({
      code: timeout === null ? 'WF_INTERRUPTED' : 'WF_TIMEOUT',
      message: `${timeout ?? 'Interrupted.'} ${isOurs ? 'Finished rows are stored.' : 'The evaluation runs on.'}`,
      nextSteps: [...open].map((id) => `wf eval ${isOurs ? 'resume' : 'watch'} ${id}`),
      cause: error,
    });
  }
}

/** Throws the reason of an interruption. That the time to wait is up stops no evaluation from being started. */
export function throwIfInterrupted(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true || timeoutOf(signal) !== null) return;
  if (signal.reason instanceof Error && signal.reason.name === 'TimeoutError') return;
  signal.throwIfAborted();
}

/** Returns the message of a signal that fired because time was up; `null` for another reason. */
function timeoutOf({ reason }: AbortSignal): string | null {
  return isWfError(reason) && reason.code === 'WF_TIMEOUT' ? reason.message : null;
}

/** The evaluations run on without anybody who follows them. */
function notFollowed(error: ServiceError, ids: readonly string[]): ServiceError {
  const { code, status, requestId, details, message } = error;
  const which = ids.length === 1 ? `evaluation ${ids[0]} was` : `evaluations ${ids.join(', ')} were`;
  const nextSteps = ids.map((id) => `wf eval watch ${id}`);
  const text = `The ${which} started, but following failed: ${message}`;
  return new ServiceError({ code, status, requestId, details, cause: error, message: text, nextSteps });
}

/**
 * Follows one evaluation to its end, whichever process runs it, or until no process has run it for a while.
 *
 * @throws {WF_TIMEOUT} with the command to go on, when the signal's reason is one
 */
export async function watchEvaluation(evaluation: Evaluation, options: WatchEvaluationsOptions): Promise<Evaluation> {
  try {
    return await followToEnd(evaluation, options);
  } catch (error) {
    const timeout = options.signal?.aborted === true ? timeoutOf(options.signal) : null;
    if (timeout === null) throw error;
    const nextSteps = [`wf eval watch ${evaluation.id}`];
    throw new UserError({ code: 'WF_TIMEOUT', message: timeout, nextSteps, cause: error });
  }
}

async function followToEnd(evaluation: Evaluation, options: WatchEvaluationsOptions): Promise<Evaluation> {
  const { client, onEvent, signal } = options;
  if (!(await hasProgress(client))) return await waitFor(evaluation, options);
  using abandoned = createTimer(options.abandonedAfterMs);
  const call = { signal: AbortSignal.any([abandoned.signal, ...(signal === undefined ? [] : [signal])]) };
  let last: EvaluationProgress | null = null;
  try {
    for await (const progress of client.followEvaluation({ evaluation_id: evaluation.id }, call)) {
      onEvent(progress);
      last = progress;
      abandoned.runWhile(isInterrupted(progress.status));
    }
  } catch (error) {
    if (!abandoned.signal.aborted) throw error;
  }
  // A run that cannot store its results does not end the evaluation; the progress endpoint has the reason.
  if (last !== null && isUnfinished(last.status)) await reportProgress(evaluation, client, onEvent);
  return await reportEnd(evaluation, client, onEvent);
}

/** A service of others reports only the status of an evaluation. */
async function hasProgress(client: Client): Promise<boolean> {
  return await orUnsupported(
    client.require('progress of evaluations').then(() => true),
    false,
  );
}

/** A timer that runs while something holds. */
function createTimer(ms: number): Disposable & { readonly signal: AbortSignal; runWhile(holds: boolean): void } {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    signal: controller.signal,
    runWhile(holds) {
      if (!holds) stop();
      else timer ??= setTimeout(() => controller.abort(new Error('No process runs it.')), ms);
    },
    [Symbol.dispose]: stop,
  };
}

/** Short runs report no progress: nobody could read it. */
const QUIET_MS = 500;
/** Nobody reads faster, and counting rows slows the run. */
const REPORT_MS = 250;

/** Polls, often at first: an event stream would report the end of a short run later. */
async function waitFor(evaluation: Evaluation, options: WatchEvaluationsOptions): Promise<Evaluation> {
  const { client, onEvent, signal } = options;
  const isCounted = await hasProgress(client);
  using abandoned = createTimer(options.abandonedAfterMs);
  let reportAtMs = QUIET_MS;
  await poll({
    ask: async (passedMs) => {
      // Only our services count the rows.
      if (!isCounted || passedMs < reportAtMs)
        return await client.getEvaluationStatus({ evaluation_id: evaluation.id });
      reportAtMs = passedMs + REPORT_MS;
      return await reportProgress(evaluation, client, onEvent);
    },
    isDone: ({ status }) => {
      abandoned.runWhile(isInterrupted(status));
      return isInterrupted(status) ? abandoned.signal.aborted : !isUnfinished(status);
    },
    signal,
  });
  return await reportEnd(evaluation, client, onEvent);
}

async function reportProgress(
  { id }: Evaluation,
  client: Client,
  onEvent: WatchEvaluationsOptions['onEvent'],
): Promise<EvaluationProgress> {
  const progress = await client.getEvaluationProgress({ evaluation_id: id });
  onEvent(progress);
  return progress;
}

async function reportEnd(
  { id }: Evaluation,
  client: Client,
  onEvent: WatchEvaluationsOptions['onEvent'],
): Promise<Evaluation> {
  const ended = await client.getEvaluation({ evaluation_id: id });
  const { value, error } = ended.status;
  const status = typeof value === 'string' ? value : JSON.stringify(value);
  const variant = variantOf(ended);
  onEvent({ type: 'evaluation-end', evaluation_id: id, variant, status, error: error?.message ?? null });
  return ended;
}

export function variantOf(evaluation: Evaluation): string {
  return evaluation.variant_names.join(', ');
}

interface PollOptions<Answer> {
  /** @param passedMs - time since polling began */
  readonly ask: (passedMs: number) => Promise<Answer>;
  readonly isDone: (answer: Answer) => boolean;
  /** Ends the wait with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

const MIN_WAIT_MS = 20;
const MAX_WAIT_MS = 1000;
/** Share of the elapsed time to wait between polls. */
const WAIT_SHARE = 0.05;

/** Asks until the answer is the last one: often at first, later less often. */
export async function poll<Answer>({ ask, isDone, signal }: PollOptions<Answer>): Promise<Answer> {
  const startedAt = performance.now();
  for (;;) {
    const passedMs = performance.now() - startedAt;
    const answer = await ask(passedMs);
    if (isDone(answer)) return answer;
    await delay(waitMsAfter(passedMs), undefined, signal === undefined ? {} : { signal }).catch(() =>
      signal?.throwIfAborted(),
    );
  }
}

/** Returns how long to wait before the next question. @param passedMs - time since polling began */
export function waitMsAfter(passedMs: number): number {
  return clamp(passedMs * WAIT_SHARE, MIN_WAIT_MS, MAX_WAIT_MS);
}
