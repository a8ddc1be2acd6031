import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TypeReport } from '../../../contract/develop/type-report.ts';
import { findCompiler, runCompiler } from './run-compiler.ts';

export interface FollowTypesOptions {
  readonly root: string;
  /** Called after a check whose result differs from the one before it. At first there are no errors. */
  readonly onReport: (report: TypeReport) => void;
}

/** Checks types again and again, one check at a time. */
export interface TypeFollower extends AsyncDisposable {
  /** Stops the running check: its sources are no longer current. */
  stop(): void;
  /** Starts a check of the sources as they are now. */
  start(): void;
  /** Waits until no check runs. */
  settled(): Promise<void>;
}

const NO_ERRORS: TypeReport = { count: 0, errors: [], problem: null };

export function followTypes({ root, onReport }: FollowTypesOptions): TypeFollower {
  let current = new AbortController();
  let running = Promise.resolve();
  let stateDir: string | undefined;
  let reported = JSON.stringify(NO_ERRORS);

  const check = async (signal: AbortSignal): Promise<void> => {
    if (signal.aborted) return;
    // Looked for each time: a package manager may have installed it meanwhile.
    const compiler = findCompiler(root);
    stateDir ??= compiler === null ? undefined : await mkdtemp(join(tmpdir(), 'wf-types-'));
    if (compiler === null || stateDir === undefined) return;
    const report = await runCompiler({ ...compiler, root, signal, stateDir });
    if (report === null || signal.aborted || JSON.stringify(report) === reported) return;
    reported = JSON.stringify(report);
    onReport(report);
  };
  return {
    stop: () => current.abort(),
    start: () => {
      current.abort();
      current = new AbortController();
      const { signal } = current;
      running = running.then(async () => await check(signal));
    },
    settled: () => running,
    [Symbol.asyncDispose]: async () => {
      current.abort();
      await running;
      if (stateDir !== undefined) await rm(stateDir, { recursive: true, force: true });
    },
  };
}
