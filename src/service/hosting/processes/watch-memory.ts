import { readFile } from 'node:fs/promises';
import { sum } from '../../../foundation/numbers.ts';
import { processTree } from '../../../sandbox/process-tree.ts';

export interface MemoryWatch {
  /** True when the process was killed for exceeding its limit. */
  readonly hasExceeded: boolean;
  stop(): void;
}

const EVERY_MS = 250;
const PAGE_BYTES = 4096;

/**
 * Kills a process when its resident memory, with that of the programs that confine it, exceeds a limit: the heap limit does not count buffers. Requires `/proc`;
 * elsewhere only the heap limit applies.
 */
export function watchMemory(pid: number, maxMb: number, end: () => void): MemoryWatch {
  let hasExceeded = false;
  const look = async (): Promise<void> => {
    const pages = await Promise.all(processTree(pid).map(residentPagesOf));
    const residentPages = sum(pages);
    if (hasExceeded || residentPages * PAGE_BYTES <= maxMb * 1024 * 1024) return;
    hasExceeded = true;
    end();
  };
  const timer = process.platform === 'linux' ? setInterval(() => void look(), EVERY_MS) : undefined;
  timer?.unref();
  return {
    get hasExceeded() {
      return hasExceeded;
    },
    stop: () => clearInterval(timer),
  };
}

async function residentPagesOf(pid: number): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => null);
  return Number(statm?.split(' ')[1] ?? 0);
}
