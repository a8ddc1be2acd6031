import type { Parameters } from '../../contract/records/variant.ts';
import type { CallAttempt, CallRoute, CellOutcome } from './call-outcome.ts';

export interface RetryPolicy {
  /** Attempts after the first. */
  readonly retries: number;
  /** Wait before the first retry; doubled for each further one, with jitter. */
  readonly retryDelayMs: number;
  /** Longest a single attempt may take. */
  readonly callTimeoutMs: number;
}

/** The engine's sources of time and chance. */
export interface EngineClock {
  /** Milliseconds from any fixed point. */
  readonly now: () => number;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Resolves after so long; rejects when the signal fires. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

const LONGEST_BACKOFF_MS = 30_000;
const LONGEST_RETRY_AFTER_MS = 300_000;

/** Calls a route until it answers, fails for good, or the retries are used up. Rejects only when the signal fires. */
export async function callWithRetries(
  callRoute: CallRoute,
  input: Parameters,
  policy: RetryPolicy,
  clock: EngineClock,
  signal: AbortSignal,
): Promise<CellOutcome> {
  for (let attempt = 0; ; attempt += 1) {
    const startedAt = clock.now();
    const answer = await callInTime(callRoute, input, policy.callTimeoutMs, signal);
    if (answer.kind === 'answered') {
      const { output, cost, latency } = answer;
      return { error: null, output, cost, latency: latency ?? (clock.now() - startedAt) / 1000 };
    }
    if (answer.kind === 'failed' || attempt >= policy.retries) return { error: answer.error };
    await clock.pause(waitMs(answer.retryAfterMs, attempt, policy, clock), signal);
  }
}

/** `Retry-After` is a floor; jitter keeps a fleet of callers from coming back at the same moment. */
function waitMs(retryAfterMs: number | null, attempt: number, policy: RetryPolicy, clock: EngineClock): number {
  const backoff = Math.min(LONGEST_BACKOFF_MS, policy.retryDelayMs * 2 ** attempt);
  const jittered = backoff * (0.5 + clock.random() / 2);
  if (retryAfterMs === null) return jittered;
  return Math.min(LONGEST_RETRY_AFTER_MS, retryAfterMs) + backoff * clock.random() * 0.25;
}

async function callInTime(
  callRoute: CallRoute,
  input: Parameters,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<CallAttempt> {
  signal.throwIfAborted();
  const controller = new AbortController();
  let isLate = false;
  const leave = () => controller.abort(signal.reason);
  const timer = setTimeout(() => {
    isLate = true;
    controller.abort();
  }, timeoutMs);
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await callRoute(input, controller.signal);
  } catch (error) {
    if (!isLate || signal.aborted) throw error;
    return { kind: 'failed', error: { message: `The call took longer than ${timeoutMs / 1000} s and was given up.` } };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
  }
}
