import type { Parameters } from '../../contract/variants/variant.ts';
import { onAbort } from '../../foundation/abort.ts';
import type { AdaptiveLimit } from './adaptive-limit.ts';
import type { CallAttempt, CallRoute, CellOutcome } from './call-outcome.ts';
import type { EngineClock } from './engine-clock.ts';

export interface RetryPolicy {
  /** Attempts after the first. */
  readonly retries: number;
  /** Delay before the first retry; doubled for each further one, with jitter. */
  readonly retryDelayMs: number;
  /** Time limit for a single attempt. */
  readonly callTimeoutMs: number;
}

/** What a call needs from its run. */
export interface CallContext {
  readonly callRoute: CallRoute;
  readonly policy: RetryPolicy;
  readonly limit: AdaptiveLimit;
  readonly clock: EngineClock;
  readonly signal: AbortSignal;
  /** Shared with calls of other runs at this moment, which a second attempt misses. @defaultValue none */
  readonly group?: string | null;
}

const MAX_BACKOFF_MS = 30_000;
const MAX_RETRY_AFTER_MS = 300_000;

/**
 * Calls a route until it answers, fails for good, or the retries are used up. Latency does not include waiting. A call
 * whose process ended is retried once with no other call in flight: if the process ends again, that call is to blame,
 * and the others are answered. Rejects only when the signal fires.
 */
export async function callWithRetries(input: Parameters, context: CallContext): Promise<CellOutcome> {
  const { policy, clock, signal, group = null } = context;
  let isAlone = false;
  for (let attempt = 0; ; attempt += 1) {
    const { answer, seconds } = await callInTurn(input, context, isAlone);
    if (answer.kind === 'answered') {
      const { kind: _, ...answered } = answer;
      const grouped = attempt > 0 || group === null ? {} : { callGroup: group };
      return { error: null, ...answered, ...grouped, latency: answer.latency ?? seconds };
    }
    if (answer.kind === 'ended' && !isAlone) {
      isAlone = true;
      continue;
    }
    if (answer.kind !== 'unavailable' || attempt >= policy.retries) return { error: answer.error };
    await clock.pause(waitMs(answer.retryAfterMs, attempt, policy, clock), signal);
  }
}

async function callInTurn(
  input: Parameters,
  { callRoute, policy, limit, clock, signal }: CallContext,
  isAlone: boolean,
) {
  const turn = await limit.enter(signal, isAlone);
  const startedAt = clock.now();
  let end: TurnEnd = ['failed', null];
  try {
    const answer = await callInTime(callRoute, input, policy.callTimeoutMs, signal);
    end = endOf(answer);
    return { answer, seconds: Math.round((clock.now() - startedAt) * 1000) / 1e6 };
  } finally {
    turn.end(...end);
  }
}

type TurnEnd = readonly ['answered' | 'failed' | 'busy', number | null];

/** Only an overloaded target is called less; waiting does not fix a broken one. */
function endOf(answer: CallAttempt): TurnEnd {
  if (answer.kind === 'ended') return ['failed', null];
  if (answer.kind !== 'unavailable') return [answer.kind, null];
  return [answer.isBusy ? 'busy' : 'failed', answer.retryAfterMs];
}

/** `Retry-After` is a minimum; jitter keeps many callers from retrying at the same moment. */
function waitMs(retryAfterMs: number | null, attempt: number, policy: RetryPolicy, clock: EngineClock): number {
  const backoff = Math.min(MAX_BACKOFF_MS, policy.retryDelayMs * 2 ** attempt);
  const jittered = backoff * (0.5 + clock.random() / 2);
  if (retryAfterMs === null) return jittered;
  return Math.min(MAX_RETRY_AFTER_MS, retryAfterMs) + backoff * clock.random() * 0.25;
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
  const timer = setTimeout(() => {
    isLate = true;
    controller.abort(new DOMException('The call took too long.', 'TimeoutError'));
  }, timeoutMs);
  using _listening = onAbort(signal, () => controller.abort(signal.reason));
  try {
    return await callRoute(input, controller.signal);
  } catch (error) {
    if (!isLate || signal.aborted) throw error;
    return {
      kind: 'failed',
      error: {
        message: `The call took longer than ${timeoutMs / 1000} s (--call-timeout) and was abandoned.`,
      },
    };
  } finally {
    clearTimeout(timer);
  }
}
