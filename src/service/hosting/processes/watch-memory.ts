import { readFile } from 'node:fs/promises';

export interface MemoryWatch {
  /** True when the process was ended for what it used. */
  readonly hasExceeded: boolean;
  stop(): void;
}

const EVERY_MS = 250;
const PAGE_BYTES = 4096;

/**
 * Ends a process whose resident memory grows past a limit: the heap limit does not count buffers. Works where the
 * kernel shows it under `/proc`; elsewhere the heap limit stands alone.
 */
export function watchMemory(pid: number, maxMb: number, end: () => void): MemoryWatch {
  let hasExceeded = false;
  const look = async (): Promise<void> => {
    const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => null);
    const residentPages = Number(statm?.split(' ')[1] ?? 0);
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
