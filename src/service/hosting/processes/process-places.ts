import { totalmem } from 'node:os';
import { BUNDLE_PROCESSES } from '../../../foundation/sizes.ts';
import { readDescriptorLimit } from '../../../http/connection-limits.ts';
import { createRelayPlaces } from '../../egress/relay-places.ts';
import type { HostProcess } from '../hosted-process.ts';
import { HostingFailure } from '../hosting-failure.ts';

/** A process that may make room for another one. */
interface Resident {
  idleSince(this: void): number | null;
  endIdle(this: void): Promise<void>;
}

/** Memory of a process for code, stacks and buffers, in addition to the heap. */
export const NON_HEAP_MB = 256;

/** Creates what all bundles of a service share, on first use: a command that calls none needs no limits. */
export function createBundlePlaces(
  { memoryMb, maxProcesses }: { readonly memoryMb: number; readonly maxProcesses: number | null },
  residents: Iterable<Resident>,
) {
  const open = () => {
    const descriptors = readDescriptorLimit();
    const most = maxProcesses ?? toProcessLimit(memoryMb + NON_HEAP_MB, descriptors);
    return { processes: createProcessPlaces(most, residents), relays: createRelayPlaces(descriptors) };
  };
  let opened: ReturnType<typeof open> | undefined;
  return { get: () => (opened ??= open()) };
}

/** Enough for a small machine, where processes rarely take all that they may. */
const MIN_PROCESSES = 8;
/** Of one process: its output, its channel, its way out, and some calls. */
const DESCRIPTORS = 32;
const MEBIBYTE = 1024 * 1024;

/**
 * Derives how many processes of bundles may run at the same time: as many as have all the memory that each may take, and
 * descriptors of the service.
 *
 * @param memoryMb - most of one
 * @param descriptors - most open files of this process
 */
function toProcessLimit(memoryMb: number, descriptors: number): number {
  // Without a limit of its group, it is 0, or more than there is.
  const memory = Math.min(process.constrainedMemory() || totalmem(), totalmem());
  const fitting = Math.min(memory / (memoryMb * MEBIBYTE), descriptors / DESCRIPTORS, BUNDLE_PROCESSES.most);
  return Math.max(MIN_PROCESSES, Math.floor(fitting));
}

/**
 * Creates the places of processes. When all are taken, the process that has waited longest for a call is ended: its next
 * call starts it again.
 */
export function createProcessPlaces(most: number, residents: Iterable<Resident>) {
  let taken = 0;
  return {
    /**
     * Takes a place.
     *
     * @returns resolves when it is free
     * @throws {HostingFailure} when each process has a call
     */
    take(): Promise<void> {
      if (taken < most) {
        taken += 1;
        return Promise.resolve();
      }
      const [longest] = [...residents]
        .flatMap((resident) => {
          const since = resident.idleSince();
          return since === null ? [] : [{ resident, since }];
        })
        .toSorted((one, other) => one.since - other.since);
      if (longest === undefined) throw busyFailure(most);
      taken += 1;
      return longest.resident.endIdle();
    },
    /** Starts a process when its place is free, and leaves that when the process has ended. */
    async hold<Host extends Pick<HostProcess, 'exited'>>(
      room: Promise<void>,
      start: () => Promise<Host>,
    ): Promise<Host> {
      const leave = () => void (taken -= 1);
      try {
        await room;
        const host = await start();
        void host.exited.then(leave);
        return host;
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}

function busyFailure(most: number): HostingFailure {
  const message = `All ${most} processes of deployed workflows that this service runs have calls. Try again in a second.`;
  return new HostingFailure(503, message, { retryAfterSeconds: 1 });
}
