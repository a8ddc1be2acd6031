import type { EvaluationBackend, EvaluationRunner } from '../evaluation-jobs.ts';
import { createBackedOffJobs, createLeasedRun } from './leased-run.ts';
import type { SpreadRows } from './run-job.ts';

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
  const poller = createPoller(() => poll().catch(onProblem), closing.signal);
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

type RunningJobs = ReturnType<typeof createRunningJobs>;

interface RunningJobsOptions {
  readonly run: (id: string, stop: AbortSignal) => Promise<void>;
  readonly onProblem: (error: unknown) => void;
  readonly onEnd: () => void;
}

function createRunningJobs({ run, onProblem, onEnd }: RunningJobsOptions) {
  const running = new Map<string, { readonly work: Promise<void>; readonly stop: AbortController }>();
  return {
    get count() {
      return running.size;
    },
    has: (id: string) => running.has(id),
    start(id: string) {
      const stop = new AbortController();
      const work = run(id, stop.signal)
        .catch(onProblem)
        .finally(() => {
          running.delete(id);
          onEnd();
        });
      running.set(id, { work, stop });
    },
    /** Stops the evaluations that are not listed: they were cancelled or deleted. */
    stopOthers(ids: readonly string[]) {
      for (const [id, { stop }] of running)
        if (!ids.includes(id)) stop.abort(new Error('The evaluation was cancelled.'));
    },
    settled: () => Promise.all([...running.values()].map(({ work }) => work)),
  };
}

/** Creates a poller for work: one poll at a time, and once more when woken meanwhile. `poll` never rejects. */
export function createPoller(poll: () => Promise<void>, signal: AbortSignal) {
  let polling: Promise<void> | null = null;
  let isWoken = false;
  const pollWhileWoken = async (): Promise<void> => {
    while (isWoken && !signal.aborted) {
      isWoken = false;
      await poll();
    }
  };
  const wake = (): void => {
    isWoken = true;
    if (polling !== null || signal.aborted) return;
    polling = pollWhileWoken().finally(() => {
      polling = null;
      // A wake-up may have come just after the last poll.
      if (isWoken) wake();
    });
  };
  return {
    wake,
    /** Resolves when the current poll ends; `null` without one. */
    get polling() {
      return polling;
    },
  };
}
