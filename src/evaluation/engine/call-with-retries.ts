import { startTimeLimit } from '../../foundation/abort.ts';
import type { Parameters } from '../../contract/variants/variant.ts';
import { callLimitMessage, type RetryPolicy, tookTooLong, waitMs } from '../../foundation/retry-policy.ts';
import type { AdaptiveLimit, CallTurn, EngineClock } from './adaptive-limit.ts';
import type { CallAttempt, CallRoute, CellOutcome } from './evaluation-case.ts';
import { addSpending, type Spending, UNKNOWN_SPENDING } from './spending.ts';

export interface CallContext extends RetryPolicy {
  readonly callRoute: CallRoute;
  readonly limit: AdaptiveLimit;
  readonly clock: EngineClock;
  readonly signal: AbortSignal;
}

/**
 * Calls a route until it answers, fails for good, or the retries are used up. Latency does not include waiting. A call
 * whose process ended is retried once with no other call in flight: if the process ends again, that call is to blame,
 * and the others are answered. Rejects only when the signal fires.
 *
 * @param group - shared with calls of other runs at this moment, which a second attempt misses
 * @param onAbandoned - called with what the attempts cost, when the signal fires
 */
export async function callWithRetries(
  input: Parameters,
  context: CallContext,
  group: string | null = null,
  onAbandoned: (spent: Spending) => void = () => undefined,
): Promise<CellOutcome> {
  const failed: Spending[] = [];
  try {
    return await attemptUntilAnswered(input, context, { group, failed });
  } catch (error) {
    if (failed.length > 0) onAbandoned(addSpending(failed));
    throw error;
  }
}

/** @param failed - gets what each attempt without an answer cost */
async function attemptUntilAnswered(
  input: Parameters,
  context: CallContext,
  { group, failed }: { readonly group: string | null; readonly failed: Spending[] },
): Promise<CellOutcome> {
  const { retries, clock, signal } = context;
  let isAlone = false;
  for (let attempt = 0; ; attempt += 1) {
    const { answer, seconds } = await callOnce(input, context, isAlone);
    if (answer.kind === 'answered') {
      const { kind: _, ...answered } = answer;
      const grouped = attempt > 0 || group === null ? {} : { callGroup: group };
      const before = failed.length === 0 ? {} : { failed: addSpending(failed) };
      return { error: null, ...answered, ...before, ...grouped, latency: answer.latency ?? seconds };
    }
    failed.push(answer);
    if (answer.kind === 'aborted') throw answer.reason;
    if (answer.kind === 'ended' && !isAlone) {
      isAlone = true;
      continue;
    }
    if (answer.kind !== 'unavailable' || attempt >= retries) return { error: answer.error, ...addSpending(failed) };
    await clock.pause(waitMs(answer.retryAfterMs, attempt, context, clock.random()), signal);
  }
}

/** Calls within the limits of calls in flight and of time. */
async function callOnce(
  input: Parameters,
  { callRoute, limit, clock, signal, ...policy }: CallContext,
  isAlone: boolean,
) {
  const turn = await limit.enter(signal, isAlone);
  const startedAt = clock.now();
  let answer: CallAttempt | null = null;
  using time = startTimeLimit(policy.callTimeoutMs, signal, tookTooLong);
  try {
    signal.throwIfAborted();
    answer = await callRoute(input, time.signal);
  } catch (error) {
    if (!time.isOver || signal.aborted) throw error;
    answer = { kind: 'aborted', reason: error, ...UNKNOWN_SPENDING };
  } finally {
    endTurn(turn, answer);
  }
  if (answer.kind === 'aborted' && !signal.aborted) {
    const { kind: _, reason: __, ...spent } = answer;
    answer = { kind: 'failed', error: { message: callLimitMessage(policy.callTimeoutMs) }, ...spent };
  }
  return { answer, seconds: Math.round((clock.now() - startedAt) * 1000) / 1e6 };
}

/** Only an overloaded target is called less; waiting does not fix a broken one. */
function endTurn(turn: CallTurn, answer: CallAttempt | null): void {
  if (answer?.kind === 'unavailable') turn.end(answer.isBusy ? 'busy' : 'failed', answer.retryAfterMs);
  else turn.end(answer?.kind === 'answered' ? 'answered' : 'failed');
}
