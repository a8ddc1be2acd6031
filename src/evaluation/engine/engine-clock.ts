import { setTimeout as sleep } from 'node:timers/promises';

/** The engine's sources of time and randomness. */
export interface EngineClock {
  /** Milliseconds since any fixed point. */
  readonly now: () => number;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Resolves after `ms`; rejects when the signal fires. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

export const SYSTEM_CLOCK: EngineClock = {
  now: () => performance.now(),
  random: Math.random,
  pause: (ms, signal) => sleep(ms, undefined, { signal }),
};
