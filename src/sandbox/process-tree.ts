import { readFileSync } from 'node:fs';

/**
 * Lists a process and its descendants, the outermost first: the programs that confine a Node process are around it. Without
 * `/proc`, only the process.
 */
export function processTree(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(processTree)];
}

/** @source proc_pid_task(5) */
function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return text === '' ? [] : text.split(' ').map(Number);
  } catch {
    // It has ended, or the system has no such file.
    return [];
  }
}
