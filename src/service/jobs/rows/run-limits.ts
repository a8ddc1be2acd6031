import { type CallBudget, createCallBudget } from '../../../evaluation/engine/call-budget.ts';
import type { EvaluationJob } from '../../evaluations/evaluation-job.ts';
import type { EvaluationJobs } from '../evaluation-jobs.ts';
import { callTimeoutOf } from '../../evaluations/plan/call-timeout.ts';

/** What may stop a run before its end. */
export interface RunLimits extends Disposable {
  /** Fires with the caller's signal, and when the time is over. */
  readonly signal: AbortSignal;
  readonly budget: CallBudget | null;
  readonly callTimeoutMs: number;
  readonly isOutOfTime: boolean;
  /** Says what stopped it; `null` when nothing did. */
  describeStop(): string | null;
}

/** Opens the limits that an evaluation was started or resumed with. */
export async function openLimits(job: EvaluationJob, jobs: EvaluationJobs, signal: AbortSignal): Promise<RunLimits> {
  const { total_seconds, max_cost } = job.options;
  // One controller of its own: every call listens to it, which a signal made of others makes dear.
  const stop = new AbortController();
  const leave = () => stop.abort(signal.reason);
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  let isOutOfTime = false;
  const end = () => {
    isOutOfTime = true;
    stop.abort(new Error('The time limit of the evaluation is over.'));
  };
  const timer = total_seconds == null ? undefined : setLongTimeout(end, total_seconds * 1000);
  const budget = max_cost == null ? null : await openBudget(max_cost, job.id, jobs);
  return {
    signal: stop.signal,
    budget,
    callTimeoutMs: callTimeoutOf(job.options),
    get isOutOfTime() {
      return isOutOfTime;
    },
    describeStop() {
      if (isOutOfTime) return `It stopped at its time limit of ${total_seconds} s.`;
      if (budget?.refusal === 'spent')
        return `It stopped at its cost limit of ${dollars(max_cost)}: ${dollars(budget.spent)} is spent, and another call would go over it.`;
      if (budget?.refusal === 'unknown cost')
        return `It stopped because the cost of a call is not known, so that a limit of ${dollars(max_cost)} cannot be held.`;
      return null;
    },
    [Symbol.dispose]() {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    },
  };
}

async function openBudget(max: number, id: string, jobs: EvaluationJobs): Promise<CallBudget> {
  const { calls, cost } = await jobs.readSpent(id);
  return createCallBudget({ max, spent: cost, calls });
}

/** Longest that a timer takes; what is longer ends at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

function setLongTimeout(action: () => void, ms: number): NodeJS.Timeout | undefined {
  return ms > LONGEST_TIMER_MS ? undefined : setTimeout(action, ms);
}

function dollars(amount: number | null | undefined): string {
  return `$${Number((amount ?? 0).toPrecision(6))}`;
}
