import { startTimeLimit } from '../../../foundation/abort.ts';
import { type CallBudget, createCallBudget } from '../../../evaluation/engine/call-budget.ts';
import type { ResultError } from '../../../contract/evaluations/result.ts';
import type { EvaluationJob } from '../../evaluations/evaluation-job.ts';
import type { EvaluationJobs } from '../evaluation-jobs.ts';
import { callTimeoutOf } from '../../evaluations/plan/plan-evaluation.ts';
import { type AdaptiveLimit, createAdaptiveLimit, SYSTEM_CLOCK } from '../../../evaluation/engine/adaptive-limit.ts';
import type { HostedDeployment } from '../../hosting/hosting.ts';

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

export async function openLimits(job: EvaluationJob, jobs: EvaluationJobs, signal: AbortSignal): Promise<RunLimits> {
  const { total_seconds, max_cost } = job.options;
  const createReason = () => new Error('The evaluation reached its time limit.');
  const time = startTimeLimit(total_seconds == null ? null : total_seconds * 1000, signal, createReason);
  const cost = max_cost == null ? null : await openCost(max_cost, job.id, jobs);
  return {
    signal: time.signal,
    budget: cost?.budget ?? null,
    callTimeoutMs: callTimeoutOf(job.options),
    get isOutOfTime() {
      return time.isOver;
    },
    describeStop() {
      if (time.isOver) return { code: 'time_limit', message: `It stopped at its time limit of ${total_seconds} s.` };
      return cost === null ? null : describeRefusal(cost);
    },
    [Symbol.dispose]: () => time[Symbol.dispose](),
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

function dollars(amount: number): string {
  return `$${Number(amount.toPrecision(6))}`;
}

/** The call limits that this process learned for each target. */
export interface TargetLimits {
  /** The limit of a deployment's target, shared by all evaluations of the same code of an app. */
  of(deployment: HostedDeployment): AdaptiveLimit;
}

/** Creates limits that all evaluations which call the same target share. */
export function createTargetLimits(): TargetLimits {
  const limits = new Map<string, AdaptiveLimit>();
  return {
    of(deployment) {
      const target = targetOf(deployment);
      const limit = limits.get(target) ?? createAdaptiveLimit(SYSTEM_CLOCK);
      limits.set(target, limit);
      return limit;
    },
  };
}

export function targetOf({ app_id, url, artifact_sha256 }: HostedDeployment): string {
  return url === null ? `${app_id}/${artifact_sha256}` : new URL(url).origin;
}
