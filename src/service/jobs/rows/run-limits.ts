import { type CallBudget, createCallBudget } from '../../../evaluation/engine/call-budget.ts';
import type { ResultError } from '../../../contract/evaluations/result.ts';
import { onAbort } from '../../../foundation/abort.ts';
import type { EvaluationJob } from '../../evaluations/evaluation-job.ts';
import type { EvaluationJobs } from '../evaluation-jobs.ts';
import { callTimeoutOf } from '../../evaluations/plan/plan-evaluation.ts';

/** Limits that may stop a run before its end. */
export interface RunLimits extends Disposable {
  /** Fires with the caller's signal and at the time limit. */
  readonly signal: AbortSignal;
  readonly budget: CallBudget | null;
  readonly callTimeoutMs: number;
  readonly isOutOfTime: boolean;
  /** Describes what stopped the run; `null` when nothing did. */
  describeStop(): ResultError | null;
}

/** Opens the limits that an evaluation was started or resumed with. */
export async function openLimits(job: EvaluationJob, jobs: EvaluationJobs, signal: AbortSignal): Promise<RunLimits> {
  const { total_seconds, max_cost } = job.options;
  // Every call listens to this signal; `AbortSignal.any` would be slow with that many listeners.
  const stop = new AbortController();
  const listening = onAbort(signal, () => stop.abort(signal.reason));
  let isOutOfTime = false;
  const end = () => {
    isOutOfTime = true;
    stop.abort(new Error('The evaluation reached its time limit.'));
  };
  const timer = total_seconds == null ? undefined : setLongTimeout(end, total_seconds * 1000);
  const cost = max_cost == null ? null : await openCost(max_cost, job.id, jobs);
  return {
    signal: stop.signal,
    budget: cost?.budget ?? null,
    callTimeoutMs: callTimeoutOf(job.options),
    get isOutOfTime() {
      return isOutOfTime;
    },
    describeStop() {
      if (isOutOfTime) return { code: 'time_limit', message: `It stopped at its time limit of ${total_seconds} s.` };
      return cost === null ? null : describeRefusal(cost);
    },
    [Symbol.dispose]() {
      clearTimeout(timer);
      listening[Symbol.dispose]();
    },
  };
}

/** A limit in US dollars, and what is left of it. */
interface CostLimit {
  readonly max: number;
  readonly budget: CallBudget;
}

async function openCost(max: number, id: string, jobs: EvaluationJobs): Promise<CostLimit> {
  return { max, budget: createCallBudget({ max, spent: await jobs.readSpent(id) }) };
}

function describeRefusal({ max, budget }: CostLimit): ResultError | null {
  if (budget.refusal === 'spent') {
    const message = `It stopped at its cost limit of ${dollars(max)}: ${dollars(budget.spent)} is spent, and another call would exceed it.`;
    return { code: 'cost_limit', message };
  }
  if (budget.refusal === 'unknown cost') {
    const message = `It stopped because the cost of a call is not known, so a limit of ${dollars(max)} cannot be enforced.`;
    return { code: 'cost_unknown', message };
  }
  return null;
}

/** Longest delay of a timer; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

function setLongTimeout(action: () => void, ms: number): NodeJS.Timeout | undefined {
  return ms > MAX_TIMER_MS ? undefined : setTimeout(action, ms);
}

function dollars(amount: number): string {
  return `$${Number(amount.toPrecision(6))}`;
}
