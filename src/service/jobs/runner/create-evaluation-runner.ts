import { isWfError } from '../../../foundation/errors/wf-error.ts';
import { createInterleaver } from '../../../evaluation/engine/interleave-calls.ts';
import type { EvaluationBackend, EvaluationRunner } from '../evaluation-runner.ts';
import { createEvaluationLeases } from './evaluation-leases.ts';
import { createBackedOffJobs, type BackedOffJobs } from './backed-off-jobs.ts';
import { runJob, type SpreadRows } from './run-job.ts';
import { createRunningJobs, type RunningJobs } from './running-jobs.ts';
import { createTargetLimits } from '../rows/target-limits.ts';
import { createPoller } from './create-poller.ts';

export interface EvaluationRunnerOptions extends EvaluationBackend {
  /** Runs the rows of evaluations on workers instead of in this process. */
  readonly spread?: SpreadRows;
  /** Called with errors outside any evaluation, such as a store that cannot be read. */
  readonly onProblem?: (error: unknown) => void;
  /**
   * Whether to run every waiting evaluation or only those this process was asked for. A command runs only its own: it
   * exits when that ends, and calls it made for others would be repeated. @defaultValue true
   */
  readonly takesAll?: boolean;
  /** Evaluations at a time. @defaultValue 4 */
  readonly maxRunning?: number;
  /** How often to look for evaluations that another process created or abandoned. @defaultValue 5,000 */
  readonly pollMs?: number;
  /** How long a lease lasts without renewal before another process may take the evaluation over. @defaultValue 15,000 */
  readonly leaseMs?: number;
}

/**
 * Creates the runner of evaluations. It runs waiting evaluations and those that a killed process abandoned; a lease
 * keeps two processes from running the same evaluation.
 */
export function createEvaluationRunner(options: EvaluationRunnerOptions): EvaluationRunner {
  const { jobs, maxRunning = 4, pollMs = 5000, takesAll = true, onProblem = () => undefined } = options;
  const asked = new Set<string>();
  const isOurs = (id: string) => takesAll || asked.has(id);
  const closing = new AbortController();
  const backedOff = createBackedOffJobs(() => performance.now());
  const { claim, run } = createLeasedRun({ ...options, onProblem, backedOff }, closing.signal);
  const running = createRunningJobs({ run, onProblem, onEnd: () => poller.wake() });
  const poll = async (): Promise<void> => {
    const unfinished = await jobs.listUnfinished();
    running.stopOthers(unfinished);
    for (const id of unfinished) {
      if (closing.signal.aborted || running.count >= maxRunning) return;
      if (isOurs(id) && !running.has(id) && !backedOff.isBackedOff(id) && (await claim(id))) running.start(id);
    }
  };
  const poller = createPoller({ poll: () => poll().catch(onProblem), signal: closing.signal });
  const timer = setInterval(poller.wake, pollMs);
  timer.unref();
  const close = async (): Promise<void> => {
    clearInterval(timer);
    closing.abort(new Error('The service is stopping.'));
    await whenIdle(poller, running);
  };
  const wake = (evaluationIds: readonly string[] = []): void => {
    for (const id of evaluationIds) asked.add(id);
    backedOff.retryNow();
    poller.wake();
  };
  const problemOf = (evaluationId: string) => backedOff.problemOf(evaluationId);
  return { wake, problemOf, whenIdle: () => whenIdle(poller, running), close, [Symbol.asyncDispose]: close };
}

async function whenIdle(poller: ReturnType<typeof createPoller>, running: RunningJobs): Promise<void> {
  while (poller.polling !== null || running.count > 0) await Promise.all([poller.polling, running.settled()]);
}

/** Runs evaluations under leases of this process. */
function createLeasedRun(
  {
    jobs,
    hosting,
    tools,
    leases: store,
    now,
    leaseMs = 15_000,
    onProblem,
    spread,
    backedOff,
  }: EvaluationRunnerOptions & Required<Problems> & { readonly backedOff: BackedOffJobs },
  closing: AbortSignal,
) {
  const leases = createEvaluationLeases({ store, now, leaseMs, onProblem });
  const [targets, interleaver] = [createTargetLimits(), createInterleaver()];
  const run = async (evaluationId: string, stop: AbortSignal): Promise<void> => {
    await using lease = leases.hold(evaluationId, AbortSignal.any([closing, stop]));
    try {
      const dependencies = { jobs, hosting, tools, targets, interleaver, ...(spread === undefined ? {} : { spread }) };
      await runJob({ evaluationId, ...dependencies, signal: lease.signal });
      backedOff.forget(evaluationId);
    } catch (error) {
      const isLeft = lease.signal.aborted || (isWfError(error) && error.code === 'WF_NOT_FOUND');
      if (isLeft) return;
      backedOff.note(evaluationId, error);
      onProblem(error);
    }
  };
  const claim = async (evaluationId: string): Promise<boolean> => {
    try {
      return await leases.claim(evaluationId);
    } catch (error) {
      backedOff.note(evaluationId, error);
      throw error;
    }
  };
  return { claim, run };
}

type Problems = Pick<EvaluationRunnerOptions, 'onProblem'>;
