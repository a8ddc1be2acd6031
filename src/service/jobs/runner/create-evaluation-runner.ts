import { isWfError } from '../../../errors/wf-error.ts';
import type { EvaluationBackend, EvaluationRunner } from '../evaluation-runner.ts';
import { createEvaluationLeases } from './evaluation-leases.ts';
import { createRestingJobs, type RestingJobs } from './resting-jobs.ts';
import { runJob, type SpreadRows } from './run-job.ts';
import { createRunningJobs, type RunningJobs } from './running-jobs.ts';
import { createTargetLimits } from '../rows/target-limits.ts';
import { createWaker } from './create-waker.ts';

export interface EvaluationRunnerOptions extends EvaluationBackend {
  /** Has workers run the rows of evaluations, instead of this process. */
  readonly spread?: SpreadRows;
  /** Told what went wrong outside any evaluation: the store could not be read, for one. */
  readonly onProblem?: (error: unknown) => void;
  /**
   * Run whatever waits, and not only what this process was asked for. A command must not: it ends when its own evaluation
   * does, and calls it made for others would be made again. @defaultValue true
   */
  readonly takesAll?: boolean;
  /** Evaluations at a time. @defaultValue 4 */
  readonly maxRunning?: number;
  /** How often to look for evaluations that another process made or left behind. @defaultValue 5,000 */
  readonly pollMs?: number;
  /** How long another process must be silent before its evaluation is taken over. @defaultValue 15,000 */
  readonly leaseMs?: number;
}

/**
 * Makes the runner of evaluations. It takes up what is waiting, and what another process left when it was killed; a
 * lease keeps two processes from running the same evaluation.
 */
export function createEvaluationRunner(options: EvaluationRunnerOptions): EvaluationRunner {
  const { jobs, maxRunning = 4, pollMs = 5000, takesAll = true, onProblem = () => undefined } = options;
  const asked = new Set<string>();
  const isOurs = (id: string) => takesAll || asked.has(id);
  const closing = new AbortController();
  const resting = createRestingJobs(() => performance.now());
  const { claim, run } = createLeasedRun({ ...options, onProblem, resting }, closing.signal);
  const running = createRunningJobs({ run, onProblem, onEnd: () => waker.wake() });
  const look = async (): Promise<void> => {
    const unfinished = await jobs.listUnfinished();
    running.stopOthers(unfinished);
    for (const id of unfinished) {
      if (closing.signal.aborted || running.count >= maxRunning) return;
      if (isOurs(id) && !running.has(id) && !resting.isResting(id) && (await claim(id))) running.start(id);
    }
  };
  const waker = createWaker({ look: () => look().catch(onProblem), signal: closing.signal });
  const poll = setInterval(waker.wake, pollMs);
  poll.unref();
  const close = async (): Promise<void> => {
    clearInterval(poll);
    closing.abort(new Error('The service is stopping.'));
    await whenIdle(waker, running);
  };
  const wake = (evaluationIds: readonly string[] = []): void => {
    for (const id of evaluationIds) asked.add(id);
    resting.endRests();
    waker.wake();
  };
  const problemOf = (evaluationId: string) => resting.problemOf(evaluationId);
  return { wake, problemOf, whenIdle: () => whenIdle(waker, running), close, [Symbol.asyncDispose]: close };
}

async function whenIdle(waker: ReturnType<typeof createWaker>, running: RunningJobs): Promise<void> {
  while (waker.looking !== null || running.count > 0) await Promise.all([waker.looking, running.settled()]);
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
    resting,
  }: EvaluationRunnerOptions & Required<Problems> & { readonly resting: RestingJobs },
  closing: AbortSignal,
) {
  const leases = createEvaluationLeases({ store, now, leaseMs, onProblem });
  const targets = createTargetLimits();
  const run = async (evaluationId: string, stop: AbortSignal): Promise<void> => {
    await using lease = leases.hold(evaluationId, AbortSignal.any([closing, stop]));
    try {
      const surroundings = { jobs, hosting, tools, targets, ...(spread === undefined ? {} : { spread }) };
      await runJob({ evaluationId, ...surroundings, signal: lease.signal });
      resting.forget(evaluationId);
    } catch (error) {
      const isLeft = lease.signal.aborted || (isWfError(error) && error.code === 'WF_NOT_FOUND');
      if (isLeft) return;
      resting.note(evaluationId, error);
      onProblem(error);
    }
  };
  const claim = async (evaluationId: string): Promise<boolean> => {
    try {
      return await leases.claim(evaluationId);
    } catch (error) {
      resting.note(evaluationId, error);
      throw error;
    }
  };
  return { claim, run };
}

type Problems = Pick<EvaluationRunnerOptions, 'onProblem'>;
