/** The evaluations that this process runs. */
export interface RunningJobs {
  readonly count: number;
  has(id: string): boolean;
  start(id: string): void;
  /** Stops those that are not among these: cancelled or deleted meanwhile. */
  stopOthers(ids: readonly string[]): void;
  /** Resolves when those that run now have ended. */
  settled(): Promise<unknown>;
}

export interface RunningJobsOptions {
  /** Runs one until its signal fires. */
  readonly run: (id: string, stop: AbortSignal) => Promise<void>;
  readonly onProblem: (error: unknown) => void;
  /** Told when one has ended. */
  readonly onEnd: () => void;
}

/** Keeps count of the evaluations that this process runs. */
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
