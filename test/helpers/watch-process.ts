import { execFileSync } from 'node:child_process';
import { expect } from 'vitest';

/** Waits until a process has ended. */
export async function untilGone(pid: number): Promise<void> {
  await expect.poll(() => isRunning(pid), { timeout: 5000, interval: 10 }).toBe(false);
}

/** Returns whether a process is running. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Finds the running descendants of a process. */
export function childrenOf(pid: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=']).toString();
  const rows = table.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const direct = rows.flatMap(([child, parent]) => (child !== undefined && parent === pid ? [child] : []));
  return [...direct, ...direct.flatMap(childrenOf)].filter(isRunning);
}

/** Lists the processes of a group that have not ended; zombies count as ended. */
export function livingIn(group: number): string[] {
  const table = execFileSync('ps', ['-A', '-o', 'pgid=,stat=,args=']).toString();
  return table.split('\n').filter((line) => new RegExp(`^\\s*${group} +[^Z\\s]`).test(line));
}
