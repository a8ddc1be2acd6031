import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { TestsToRun } from './serve-tests.ts';

/** Runs tests in a process that stays, unless a test hangs. */
export interface Tester {
  /** Tells it which files changed. */
  invalidate(files: readonly string[]): void;
  /** Runs test files until one fails; returns those, or all when they take too long. */
  findFailing(tests: readonly string[], timeoutMs: number): Promise<readonly string[]>;
  stop(): void;
}

export function createTester(folder: string): Tester {
  const changed = new Set<string>();
  let child: ChildProcess | null = null;
  const stop = () => {
    if (child?.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    child = null;
  };
  return {
    invalidate: (files) => {
      for (const file of files) changed.add(file);
    },
    findFailing: async (tests, timeoutMs) => {
      const { promise, resolve } = Promise.withResolvers<readonly string[]>();
      const tester = (child ??= start(folder));
      tester.removeAllListeners();
      tester.once('message', (failed) => resolve(failed as readonly string[])); // what `serve-tests.ts` answers
      tester.once('exit', () => {
        if (child === tester) child = null; // a killed one ends after the next has started
        resolve(tests);
      });
      tester.send({ tests, changed: [...changed] } satisfies TestsToRun);
      changed.clear();
      const timer = setTimeout(() => {
        stop();
        resolve(tests);
      }, timeoutMs);
      return await promise.finally(() => clearTimeout(timer));
    },
    stop,
  };
}

/** In its own process group, so that a hanging test is killed with its workers. */
function start(folder: string): ChildProcess {
  const program = join(folder, 'test/mutants/serve-tests.ts');
  return spawn(process.execPath, [program], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    detached: true,
  });
}
