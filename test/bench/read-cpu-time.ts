import { readdirSync, readFileSync } from 'node:fs';

/** Reads the processor time of a process, its threads and its descendants that still run, in milliseconds. Linux only. */
export function readCpuTime(root: number): number {
  const parents = new Map(listProcesses().map((pid) => [pid, parentOf(pid)] as const));
  const isBelow = (pid: number): boolean => {
    if (pid === root) return true;
    const parent = parents.get(pid) ?? 0;
    return parent > 1 && isBelow(parent);
  };
  return [...parents.keys()].filter(isBelow).reduce((sum, pid) => sum + cpuTimeOf(pid), 0);
}

function listProcesses(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** @returns 0 when the process has ended */
function parentOf(pid: number): number {
  const status = readIfThere(`/proc/${pid}/status`);
  return Number(/^PPid:\s*(\d+)$/m.exec(status)?.[1] ?? 0);
}

function cpuTimeOf(pid: number): number {
  const folder = `/proc/${pid}/task`;
  return readdirSync(folder).reduce((sum, thread) => {
    // Nanoseconds on a processor come first.
    const [nanoseconds = '0'] = readIfThere(`${folder}/${thread}/schedstat`).split(' ');
    return sum + Number(nanoseconds) / 1e6;
  }, 0);
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
