import { setImmediate } from 'node:timers/promises';

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
