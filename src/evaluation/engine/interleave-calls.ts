/** The runs of one process that call for the same rows. */
export interface Interleaver {
  /** @param rows - names the rows; runs of the same rows wait for each other */
  join(rows: string): InterleavedRun;
}

/** A run among others. */
export interface InterleavedRun extends Disposable {
  /**
   * Waits a moment until the other runs have come to this row, too. A busy machine or target then slows the same rows of
   * all of them, and their latencies differ only by what they run. Among others, the first call is alone: those next to
   * it would wait with it for code, configuration and connections.
   */
  meet(index: number): Promise<void>;
  /** Notes that this row needs no call. */
  pass(index: number): void;
  /** Notes that a call has ended. */
  noteCalled(): void;
}

/** Longest wait for another run, and how many in a row may be in vain: then the others are too far behind. */
const LONGEST_WAIT_MS = 100;
const MOST_IN_VAIN = 8;

interface Member {
  /** Position of the furthest row. */
  reached: number;
  inVain: number;
  readonly waiting: Set<{ readonly index: number; readonly resume: () => void }>;
}

/** Lets runs of the same rows call for each row at the same time. */
export function createInterleaver(): Interleaver {
  const groups = new Map<string, Set<Member>>();
  return {
    join(rows) {
      const members = groups.get(rows) ?? new Set();
      const self: Member = { reached: -1, inVain: 0, waiting: new Set() };
      groups.set(rows, members.add(self));
      const first = Promise.withResolvers<void>();
      let hasCalled = false;
      const pass = (index: number): void => {
        self.reached = Math.max(self.reached, index);
        resumeReached(members);
      };
      return {
        pass,
        async meet(index) {
          if (hasCalled && members.size > 1) await first.promise;
          hasCalled = true;
          if (members.size === 1 || self.inVain >= MOST_IN_VAIN) return pass(index);
          const others = wait(self, index);
          pass(index);
          self.inVain = (await others) ? 0 : self.inVain + 1;
        },
        noteCalled: first.resolve,
        [Symbol.dispose]() {
          members.delete(self);
          resumeReached(members);
          if (members.size === 0) groups.delete(rows);
        },
      };
    },
  };
}

function areThere(members: ReadonlySet<Member>, self: Member, index: number): boolean {
  return [...members].every((other) => other === self || other.reached >= index);
}

/** Resumes all that wait for the same row in one go, so that their calls are sent one after the other. */
function resumeReached(members: ReadonlySet<Member>): void {
  for (const member of members) {
    for (const { index, resume } of member.waiting) if (areThere(members, member, index)) resume();
  }
}

/** @returns whether the others came */
function wait({ waiting }: Member, index: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const end = (haveCome: boolean): void => {
    clearTimeout(timer);
    waiting.delete(entry);
    resolve(haveCome);
  };
  const timer = setTimeout(() => end(false), LONGEST_WAIT_MS);
  const entry = { index, resume: () => end(true) };
  waiting.add(entry);
  return promise;
}
