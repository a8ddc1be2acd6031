import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

/** Waits until a process has ended. */
export async function untilGone(pid: number): Promise<void> {
  await expect.poll(() => isRunning(pid)).toBe(false);
}

/** Returns whether a process is running. One that has ended stays in the table of processes until its parent looks. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
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

/** Lists the processes of bundles, with the programs that hold them: a bundle does not know its own number. */
export function processesOf({ dataDir }: { readonly dataDir: string }): number[] {
  const table = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,args=']).toString();
  const lines = table.split('\n').filter((line) => line.includes(`${dataDir}/`));
  return lines.map((line) => Number.parseInt(line, 10));
}

/** Waits until processes have ended. */
export async function untilAllGone(pids: readonly number[]): Promise<void> {
  for (const pid of pids) await untilGone(pid);
}

/** Lists the processes of a group that have not ended; zombies count as ended. */
export function livingIn(group: number): string[] {
  const table = execFileSync('ps', ['-A', '-o', 'pgid=,stat=,args=']).toString();
  return table.split('\n').filter((line) => new RegExp(`^\\s*${group} +[^Z\\s]`).test(line));
}
