import { isWfError } from '../../errors/wf-error.ts';
import type { EvaluationBackend, EvaluationRunner } from '../ports.ts';
import { createEvaluationLeases } from './evaluation-leases.ts';
import { runJob } from './run-job.ts';

export interface EvaluationRunnerOptions extends EvaluationBackend {
  /** Told what went wrong outside any evaluation: the store could not be read, for one. */
  readonly onProblem?: (error: unknown) => void;
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
  const {
    jobs,
    hosting,
    tools,
    onProblem = () => undefined,
    maxRunning = 4,
    pollMs = 5000,
    leaseMs = 15_000,
  } = options;
  const leases = createEvaluationLeases({ store: options.leases, now: options.now, leaseMs, onProblem });
  const closing = new AbortController();
  const running = new Map<string, Promise<void>>();
  let looking: Promise<void> | null = null;
  let isWoken = false;

  const run = async (evaluationId: string): Promise<void> => {
    await using lease = leases.hold(evaluationId, closing.signal);
    try {
      await runJob({ evaluationId, jobs, hosting, tools, signal: lease.signal });
    } catch (error) {
      const isLeft = lease.signal.aborted || (isWfError(error) && error.code === 'WF_NOT_FOUND');
      if (!isLeft) onProblem(error);
    }
  };

  const look = async (): Promise<void> => {
    for (const id of await jobs.listUnfinished()) {
      if (closing.signal.aborted || running.size >= maxRunning) return;
      if (running.has(id) || !(await leases.claim(id))) continue;
      const work = run(id)
        .catch(onProblem)
        .finally(() => {
          running.delete(id);
          wake();
        });
      running.set(id, work);
    }
  };

  const lookWhileWoken = async (): Promise<void> => {
    while (isWoken && !closing.signal.aborted) {
      isWoken = false;
      await look().catch(onProblem);
    }
  };

  const wake = (): void => {
    isWoken = true;
    if (looking !== null || closing.signal.aborted) return;
    looking = lookWhileWoken().finally(() => {
      looking = null;
      // Somebody may have called just after the last look.
      if (isWoken) wake();
    });
  };

  const isBusy = () => looking !== null || running.size > 0;
  const whenIdle = async (): Promise<void> => {
    while (isBusy()) await Promise.all([looking, ...running.values()]);
  };

  const poll = setInterval(wake, pollMs);
  poll.unref();
  const close = async (): Promise<void> => {
    clearInterval(poll);
    closing.abort(new Error('The service is stopping.'));
    await whenIdle();
  };
  return { wake, whenIdle, close, [Symbol.asyncDispose]: close };
}
