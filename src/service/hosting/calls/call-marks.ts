import type { CallOrigin } from '../hosting.ts';

/** Names the calls of a process by short marks, which the process puts on the lines that they write. */
export interface CallMarks {
  begin(this: void, origin: CallOrigin): { readonly mark: string; readonly end: () => void };
  /** Finds the request of a mark, during its call and for some time after; `null` for a mark that nobody gave. */
  find(this: void, mark: string): CallOrigin | null;
}

/** Finished calls that are remembered: what they started may still write, and output arrives after answers. */
const REMEMBERED = 4096;

export function createCallMarks(): CallMarks {
  const running = new Map<string, CallOrigin>();
  const finished = new Map<string, CallOrigin>();
  let last = 0;
  return {
    begin(origin) {
      const mark = (last += 1).toString(36);
      running.set(mark, origin);
      const end = () => {
        if (!running.delete(mark)) return;
        finished.set(mark, origin);
        const [oldest] = finished.keys();
        if (finished.size > REMEMBERED && oldest !== undefined) finished.delete(oldest);
      };
      return { mark, end };
    },
    find: (mark) => running.get(mark) ?? finished.get(mark) ?? null,
  };
}
