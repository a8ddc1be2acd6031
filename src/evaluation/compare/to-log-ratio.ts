import type { Metric } from './metrics.ts';

/**
 * Seconds that a call may wait for others: in a batch of short calls, the last waits for the first, and the first calls run
 * code that is not compiled yet.
 */
const CLOCK_NOISE = 0.01;

/** A row counts as a ratio of at most this, so that a figure of 0 is no infinite one. */
const MAX_LOG_RATIO = Math.log(1000);

/** Computes the logarithm of the ratio of two figures; 0 where they cannot be told apart. */
export function toLogRatio(source: Metric['source'], before: number, after: number): number {
  if (before === after || isWithinNoise(source, before, after)) return 0;
  return Math.min(MAX_LOG_RATIO, Math.max(-MAX_LOG_RATIO, Math.log(after) - Math.log(before)));
}

/** Answers whether two latencies differ by less than the clock can measure. */
export function isWithinNoise(source: Metric['source'], before: number, after: number): boolean {
  return source === 'latency' && Math.abs(after - before) < CLOCK_NOISE;
}
