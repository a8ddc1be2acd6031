import { expect } from 'vitest';

/** Waits until a process is gone. */
export async function untilGone(pid: number): Promise<void> {
  await expect.poll(() => isRunning(pid), { timeout: 5000, interval: 10 }).toBe(false);
}

/** Answers whether a process runs. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
