import { constants } from 'node:os';

/** How a process ended. */
export interface HeldEnding {
  readonly code: number | null;
  readonly signal: string | null;
}

/** What a shell and bubblewrap add to the number of the signal that ended their program. @source POSIX.1-2024 §2.8.2 */
const SIGNALLED = 128;

/** Reads an exit code as the signal that it stands for, when another program reports the end of the process. */
export function toHeldEnding(code: number | null, signal: string | null): HeldEnding {
  if (code === null || code <= SIGNALLED) return { code, signal };
  const name = Object.entries(constants.signals).find(([, number]) => number === code - SIGNALLED)?.[0];
  return name === undefined ? { code, signal } : { code: null, signal: name };
}
