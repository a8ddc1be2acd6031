/** The evaluations that this process runs. */
export interface RunningJobs {
  readonly count: number;
  has(id: string): boolean;
  start(id: string): void;
  /** Stops the evaluations that are not listed: they were cancelled or deleted. */
  stopOthers(ids: readonly string[]): void;
  /** Resolves when all evaluations that run now have ended. */
  settled(): Promise<unknown>;
}

export interface RunningJobsOptions {
  /** Runs one until its signal fires. */
  readonly run: (id: string, stop: AbortSignal) => Promise<void>;
  readonly onProblem: (error: unknown) => void;
  /** Called when one has ended. */
  readonly onEnd: () => void;
}

/** Creates the set of evaluations that this process runs. */
export function createRunningJobs({ run, onProblem, onEnd }: RunningJobsOptions): RunningJobs {
  const running = new Map<string, { readonly work: Promise<void>; readonly stop: AbortController }>();
  return {
    get count() {
      return running.size;
    },
    has: (id) => running.has(id),
    start(id) {
      const stop = new AbortController();
      const work = run(id, stop.signal)
        .catch(onProblem)
        .finally(() => {
          running.delete(id);
          onEnd();
        });
      running.set(id, { work, stop });
    },
    stopOthers(ids) {
      for (const [id, { stop }] of running) {
        if (!ids.includes(id)) stop.abort(new Error('The evaluation was cancelled.'));
      }
    },
    settled: () => Promise.all([...running.values()].map(({ work }) => work)),
  };
}
