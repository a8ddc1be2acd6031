import { readdirSync, readFileSync } from 'node:fs';
import { sumOf } from '../../../foundation/numbers.ts';
import { processTree } from '../../../sandbox/process-tree.ts';

const EVERY_MS = 500;
/** Share of the time in which a process that computes without a pause wants the processor. */
const BUSY = 0.8;
/** Honest calls compute for a moment; five seconds without a pause are another kind of work. */
const LOOKS = 10;
const NS_PER_MS = 1e6;

/** Calls back once when a process has wanted the processor for seconds without a pause. Requires `/proc`. */
export function watchProcessor(pid: number, onBusy: () => void): { stop(): void } {
  if (process.platform !== 'linux') return { stop: () => undefined };
  let before = wantedMs(pid);
  let last = performance.now();
  let looks = 0;
  const timer = setInterval(() => {
    const [now, wanted] = [performance.now(), wantedMs(pid)];
    looks = wanted - before >= BUSY * (now - last) ? looks + 1 : 0;
    [before, last] = [wanted, now];
    if (looks < LOOKS) return;
    clearInterval(timer);
    onBusy();
  }, EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Time in which the threads of a process ran or waited to run. @source Linux, Documentation/scheduler/sched-stats.rst */
function wantedMs(pid: number): number {
  const held = processTree(pid).at(-1) ?? pid;
  try {
    const threads = readdirSync(`/proc/${held}/task`);
    return sumOf(threads, (thread) => threadMs(`/proc/${held}/task/${thread}/schedstat`));
  } catch {
    // It has ended.
    return 0;
  }
}

function threadMs(file: string): number {
  const [ran = 0, waited = 0] = readFileSync(file, 'utf8').split(' ').map(Number);
  return (ran + waited) / NS_PER_MS;
}
