import { randomBytes } from 'node:crypto';
import { onAbort } from '../../foundation/abort.ts';

/** The runs of one process that call for the same rows. */
export type Interleaver = ReturnType<typeof createInterleaver>;
export type InterleavedRun = ReturnType<Interleaver['join']>;

/** Wait for a run that works on other rows: the slowest run sets the pace. */
const BUSY_WAIT_MS = 60_000;
/** Wait, once, for a run that has not come to any row yet: it looks up its rows, or starts a process. */
const START_WAIT_MS = 10_000;
const IDLE_WAIT_MS = 100;
/** How many waits for a run may be in vain, one after the other: then it is too far behind. */
const MAX_MISSED = 8;

interface Member {
  reached: number;
  /** Rows that have begun and not ended. */
  open: number;
  /** Number of waits that were in vain, and when the last of them ended. */
  missed: number;
  missedAt: number;
}

/** The runs that wait for each other at one row. */
interface Meeting {
  readonly present: Set<Member>;
  readonly begun: Promise<string | null>;
  begin(): void;
}

interface Group {
  /** Named when the first two meet. */
  name: string | null;
  readonly members: Set<Member>;
  readonly meetings: Map<number, Meeting>;
  /** How many meetings of several runs there were. */
  held: number;
}

/** Lets runs of the same rows call for each row at the same time. */
export function createInterleaver() {
  const groups = new Map<string, Group>();
  return {
    /** @param rows - names the rows; runs of the same rows wait for each other */
    join(rows: string) {
      const group: Group = groups.get(rows) ?? { name: null, members: new Set(), meetings: new Map(), held: 0 };
      const self: Member = { reached: -1, open: 0, missed: 0, missedAt: 0 };
      groups.set(rows, group);
      group.members.add(self);
      const first = Promise.withResolvers<void>();
      let hasCalled = false;
      const reach = (index: number): void => {
        self.reached = Math.max(self.reached, index);
        beginComplete(group);
      };
      return {
        /** Begins a row that needs no call. */
        pass(index: number): void {
          self.open += 1;
          reach(index);
        },
        /**
         * Waits until the other runs have come to this row, too. A busy machine or target then slows the same rows of all of
         * them, and their latencies differ only by what they run. Among others, the first call is alone: those next to it
         * would wait with it for code, configuration and connections.
         *
         * @returns a name that only the calls for this row by several runs at this moment share; `null` where no other run
         * came
         */
        async meet(index: number, signal: AbortSignal): Promise<string | null> {
          self.open += 1;
          if (hasCalled && group.members.size > 1) await first.promise;
          hasCalled = true;
          if (group.members.size === 1 || signal.aborted) {
            reach(index);
            return null;
          }
          const meeting = group.meetings.get(index) ?? openMeeting(group, index, signal);
          meeting.present.add(self);
          reach(index);
          return await meeting.begun;
        },
        noteCalled: () => first.resolve(),
        /** Ends a row that began with `meet` or `pass`. */
        endRow(): void {
          self.open -= 1;
          first.resolve();
        },
        /** Notes that no further row will come soon. */
        leave: () => reach(Infinity),
        [Symbol.dispose]() {
          group.members.delete(self);
          beginComplete(group);
          if (group.members.size === 0) groups.delete(rows);
        },
      };
    },
  };
}

function openMeeting(group: Group, index: number, signal: AbortSignal): Meeting {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const openedAt = performance.now();
  const begin = (): void => {
    clearInterval(timer);
    listening[Symbol.dispose]();
    group.meetings.delete(index);
    if (meeting.present.size === 1) return resolve(null);
    for (const member of meeting.present) member.missed = 0;
    group.name ??= randomBytes(6).toString('base64url');
    group.held += 1;
    resolve(`${group.name}-${String(group.held).padStart(7, '0')}`);
  };
  const giveUp = (): void => {
    const [waited, missing] = [performance.now() - openedAt, missingOf(group, index, meeting)];
    if (missing.some((member) => waited < longestWait(member))) return;
    for (const member of missing) noteMissed(member, openedAt);
    begin();
  };
  const meeting: Meeting = { present: new Set(), begun: promise, begin };
  group.meetings.set(index, meeting);
  const timer = setInterval(giveUp, IDLE_WAIT_MS);
  const listening = onAbort(signal, begin);
  return meeting;
}

function longestWait({ open, reached }: Member): number {
  if (open > 0) return BUSY_WAIT_MS;
  return reached === -1 ? START_WAIT_MS : IDLE_WAIT_MS;
}

/** Waits that began before the last one ended are due to the same delay. */
function noteMissed(member: Member, openedAt: number): void {
  if (openedAt < member.missedAt) return;
  member.missed = member.reached === -1 ? MAX_MISSED : member.missed + 1;
  member.missedAt = performance.now();
}

/** Begins the meetings for which nobody is missing, so that their calls are sent one after the other. */
function beginComplete(group: Group): void {
  for (const [index, meeting] of group.meetings) {
    if (missingOf(group, index, meeting).length === 0) meeting.begin();
  }
}

function missingOf({ members }: Group, index: number, { present }: Meeting): Member[] {
  return [...members].filter((member) => member.reached < index && !present.has(member) && member.missed < MAX_MISSED);
}
