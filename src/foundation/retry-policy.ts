import { retryDelayMs } from './retry-rule.ts';

/** How often and for how long calls of an evaluation are made. */
export interface RetryPolicy {
  /** Attempts after the first. */
  readonly retries: number;
  /** Delay before the first retry; doubled for each further one, with jitter. */
  readonly retryDelayMs: number;
  readonly callTimeoutMs: number;
}

const MAX_BACKOFF_MS = 30_000;
/** Longest time that a target may ask callers to wait. */
export const MAX_RETRY_AFTER_MS = 300_000;

/**
 * Computes the delay before the next attempt.
 *
 * @param askedMs - what the target asks for; `null`: nothing
 * @param attempt - how many retries came before, from 0
 * @param random - a number in [0, 1)
 */
export function waitMs(
  askedMs: number | null,
  attempt: number,
  { retryDelayMs: firstMs }: Pick<RetryPolicy, 'retryDelayMs'>,
  random: number,
): number {
  const asked = askedMs === null ? null : Math.min(MAX_RETRY_AFTER_MS, askedMs);
  return retryDelayMs(attempt, asked, { firstMs, maxMs: MAX_BACKOFF_MS }, random);
}

export const tookTooLong = () => new DOMException('The call took too long.', 'TimeoutError');

/** Says that a call had all its time, and what sets that. */
export function callLimitMessage(callTimeoutMs: number, isSettable = true): string {
  return `The call took longer than ${callTimeoutMs / 1000} s${isSettable ? ' (--call-timeout)' : ''} and was abandoned.`;
}
