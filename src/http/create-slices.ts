import { setImmediate } from 'node:timers/promises';
import type { Hash } from 'node:crypto';

/** Time that one piece of long work may take before it lets others run. */
const SLICE_SECONDS = 0.005;

/** Long work on the event loop, in slices: one slice of one work each turn, however many works there are. */
export interface Slices {
  /** Waits for this work's turn. */
  pause(this: void): Promise<void>;
  /** Begins a slice. @returns a function that answers whether it is over */
  begin(this: void): () => boolean;
}

export function createSlices(): Slices {
  let last: Promise<unknown> = Promise.resolve();
  return {
    pause: async () => {
      const turn = last.then(() => setImmediate());
      last = turn;
      await turn;
    },
    begin: () => {
      const end = process.uptime() + SLICE_SECONDS;
      return () => process.uptime() >= end;
    },
  };
}

/** Hashing this many bytes takes ten milliseconds or less. */
const PART = 2 * 1024 * 1024;

/** Hashes bytes, and lets others run between parts. @param given - hash of what precedes them @returns hexadecimal digits */
export async function hashBytes(bytes: Uint8Array, given?: Hash): Promise<string> {
  // Loaded here: it would slow the start.
  const hash = given ?? process.getBuiltinModule('node:crypto').createHash('sha256');
  for (let start = 0; start < bytes.length; start += PART) {
    if (start > 0) await setImmediate();
    hash.update(bytes.subarray(start, start + PART));
  }
  return hash.digest('hex');
}
