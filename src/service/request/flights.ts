import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../../foundation/errors/wf-error.ts';
import type { Refusal } from '../../http/exchange.ts';
import { ALL_BYTES, formatAmount, KEY_BYTES, KEY_REQUESTS } from '../../foundation/sizes.ts';
import type { Caller } from '../../http/serve-http.ts';
import { hasRole, type Principal } from '../operation/operation.ts';
import { createTurns, type InTurn } from './create-turns.ts';

/** What requests may hold at the same time, until their answers are sent. */
export interface FlightLimits {
  readonly requestsPerKey: number;
  /** Bytes of the bodies and answers of a key. */
  readonly bytesPerKey: number;
  /** Bytes of all keys. Operators may have a third more. */
  readonly bytesInAll: number;
}

export const FLIGHT_LIMITS: FlightLimits = {
  requestsPerKey: KEY_REQUESTS.most,
  bytesPerKey: KEY_BYTES.most,
  bytesInAll: ALL_BYTES.most,
};

/** What a key may have in bytes, whatever others hold: two who hold all must not keep a third from small requests. */
const ALWAYS_TAKEN = 256 * 1024;

/** A request between its headers and the end of its answer. */
export interface Flight {
  /** @throws {WF_RATE_LIMITED} when the key's requests hold as much as they may */
  begin(this: void, principal: Principal): void;
  /** Counts bytes of the body before they are read. @returns why they are not; `null`: they are */
  take(this: void, bytes: number): Refusal | null;
  /** Counts bytes of the answer. A caller who does not read them gets no more answers. */
  add(this: void, bytes: number): void;
  /**
   * Runs work that has a page of long records in memory: when the answers of its key leave room, one piece at a
   * time, of one key after the other. So a key with many readers delays others by one page.
   */
  readonly inTurn: InTurn;
}

/** Of a caller in the same process, who holds what he sends himself. */
const UNLIMITED: Flight = { begin: () => {}, take: () => null, add: () => {}, inTurn: async (work) => await work() };

interface Held {
  requests: number;
  bytes: number;
  readonly inTurn: InTurn;
}

/** Creates the function that counts the requests of one service, by key. Sessions of the page count as their key. */
export function createFlights(limits: FlightLimits): (caller: Caller | null) => Flight {
  const keys = new Map<string, Held>();
  // One page of long records needs up to 50 MB, and a piece of the loop's time that others notice.
  const inTurnOfKeys = createTurns(1);
  let inAll = 0;
  let freed = Promise.withResolvers<void>();
  const hold = (id: string): Held => {
    const held = keys.get(id) ?? { requests: 0, bytes: 0, inTurn: createTurns(1) };
    keys.set(id, held);
    held.requests += 1;
    return held;
  };
  return (caller) => {
    if (caller === null) return UNLIMITED;
    /** `null`: the caller is not known yet, or has left. */
    let held: Held | null = null;
    let most = limits.bytesInAll;
    let own = 0;
    const add = (bytes: number): void => {
      if (held === null) return;
      own += bytes;
      held.bytes += bytes;
      inAll += bytes;
    };
    const free = (bytes: number): void => {
      add(-bytes);
      freed.resolve();
      freed = Promise.withResolvers();
    };
    const release = (id: string): void => {
      free(own);
      if (held !== null && (held.requests -= 1) === 0) keys.delete(id);
      held = null;
    };
    /** Waits until answers were sent, or the caller has left; one who does not read is left by the server. */
    const waitForRoom = async (): Promise<void> => {
      const isFull = () => held !== null && (held.bytes >= limits.bytesPerKey || inAll >= most);
      while (isFull()) await freed.promise;
    };
    return {
      begin: (principal) => {
        const id = principal.sessionOf ?? principal.id;
        requireRoom(keys.get(id), principal.name, limits);
        if (hasRole(principal, 'operator')) most += most / 3;
        held = hold(id);
        caller.onEnd(() => release(id));
      },
      take: (bytes) => {
        const { bytesPerKey } = limits;
        const ofKey = (held?.bytes ?? 0) + bytes;
        if (ofKey > bytesPerKey) return tooMuch(429, 'one key may have', bytesPerKey);
        if (ofKey > ALWAYS_TAKEN && inAll + bytes > most) return tooMuch(503, 'the service takes', most);
        add(bytes);
        return null;
      },
      add: (bytes) => (bytes < 0 ? free(-bytes) : add(bytes)),
      inTurn: async (work) => {
        if (held === null) return await work();
        return await held.inTurn(async () => {
          await waitForRoom();
          return await inTurnOfKeys(async () => await restAfter(work, () => keys.size > 1));
        });
      },
    };
  };
}

/** In milliseconds: what takes longer is followed by a rest. */
const LONG_WORK_MS = 20;
/** How much longer than the work the rest is. */
const REST = 8;
/** In milliseconds: who reads long records gets on, however busy the service is. */
const MAX_REST_MS = 1000;
const LOOK_MS = 10;

/** Does a piece of work. If others wait meanwhile, leaves the loop to them until it was idle for a while. */
async function restAfter<T>(work: () => Promise<T>, haveOthers: () => boolean): Promise<T> {
  const start = performance.now();
  const result = await work();
  const end = performance.now();
  const ms = end - start;
  if (ms < LONG_WORK_MS) return result;
  const idleMs = () => performance.eventLoopUtilization().idle;
  const enough = idleMs() + REST * ms;
  while (haveOthers() && idleMs() < enough && performance.now() - end < MAX_REST_MS) await delay(LOOK_MS);
  return result;
}

function tooMuch(status: 429 | 503, whose: string, limit: number): Refusal {
  const detail = `Requests hold all ${formatAmount(limit, 'bytes')} that ${whose} at the same time. Try again in a second.`;
  return { status, detail, headers: { 'retry-after': '1' } };
}

function requireRoom(held: Held | undefined, name: string, { requestsPerKey, bytesPerKey }: FlightLimits): void {
  if (held === undefined || (held.requests < requestsPerKey && held.bytes < bytesPerKey)) return;
  const most =
    held.requests < requestsPerKey ? `hold ${formatAmount(bytesPerKey, 'bytes')}` : `make ${requestsPerKey} requests`;
  throw new UserError({
    code: 'WF_RATE_LIMITED',
    message: `The key ${JSON.stringify(name)} may ${most} at the same time. Try again in a second.`,
    details: { retry_after: 1 },
  });
}
