import { startTimeLimit } from '../../../foundation/abort.ts';
import {
  type CallBudget,
  createCallBudget,
  createSpendingLedger,
  type SpendingLedger,
} from '../../../evaluation/engine/call-budget.ts';
import type { ResultError } from '../../../contract/evaluations/result.ts';
import type { EvaluationJob } from '../../evaluations/evaluation-job.ts';
import type { EvaluationJobs } from '../evaluation-jobs.ts';
import { callTimeoutOf } from '../../evaluations/plan/plan-evaluation.ts';
import { type AdaptiveLimit, createAdaptiveLimit, SYSTEM_CLOCK } from '../../../evaluation/engine/adaptive-limit.ts';
import type { HostedDeployment } from '../../hosting/hosting.ts';

export type RunLimits = Awaited<ReturnType<typeof openLimits>>;

/** @param ledgers - what the runs of this process spend */
export async function openLimits(
  job: EvaluationJob,
  jobs: EvaluationJobs,
  { signal, ledgers }: { readonly signal: AbortSignal; readonly ledgers: RunLedgers },
) {
  const { total_seconds, max_cost } = job.options;
  const createReason = () => new Error('The evaluation reached its time limit.');
  const time = startTimeLimit(total_seconds == null ? null : total_seconds * 1000, signal, createReason);
  const open = max_cost == null ? null : await ledgers.open(job, jobs);
  const budget = open === null ? null : createCallBudget({ max: max_cost ?? 0, ledger: open.ledger });
  return {
    signal: time.signal,
    budget,
    callTimeoutMs: callTimeoutOf(job.options),
    get isOutOfTime() {
      return time.isOver;
    },
    /** Describes what stopped the run; `null` when nothing did. */
    describeStop(): ResultError | null {
      if (time.isOver) return { code: 'time_limit', message: `It stopped at its time limit of ${total_seconds} s.` };
      return budget === null ? null : describeRefusal(budget, max_cost ?? 0);
    },
    [Symbol.dispose]: () => {
      open?.[Symbol.dispose]();
      time[Symbol.dispose]();
    },
  };
}

export type RunLedgers = ReturnType<typeof createRunLedgers>;

/** Shares what a run spends among its evaluations that this process runs at the same time. */
export function createRunLedgers() {
  const shared = new Map<string, { readonly ledger: Promise<SpendingLedger>; users: number }>();
  return {
    async open(job: EvaluationJob, jobs: EvaluationJobs) {
      const run = job.runId ?? job.id;
      const entry = shared.get(run) ?? { ledger: jobs.readSpent(job).then(createSpendingLedger), users: 0 };
      shared.set(run, entry);
      entry.users += 1;
      const close = (): void => {
        entry.users -= 1;
        if (entry.users === 0) shared.delete(run);
      };
      try {
        return { ledger: await entry.ledger, [Symbol.dispose]: close };
      } catch (error) {
        close();
        throw error;
      }
    },
  };
}

function describeRefusal(budget: CallBudget, max: number): ResultError | null {
  if (budget.refusal === 'spent') {
    const { spent, assumed } = budget;
    const lost = assumed === 0 ? '' : `, of which up to ${dollars(assumed)} by calls of unknown cost`;
    const message = `It stopped at its cost limit of ${dollars(max)}: ${dollars(spent)} is spent${lost}, and another call would exceed it.`;
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

export type TargetLimits = ReturnType<typeof createTargetLimits>;

/** Creates limits that all evaluations which call the same target share. */
export function createTargetLimits(
  create: (target: string) => AdaptiveLimit = () => createAdaptiveLimit(SYSTEM_CLOCK),
) {
  const limits = new Map<string, AdaptiveLimit>();
  return {
    /** The limit of a deployment's target, shared by all evaluations of the same code of an app. */
    of(deployment: HostedDeployment): AdaptiveLimit {
      const target = targetOf(deployment);
      const limit = limits.get(target) ?? create(target);
      limits.set(target, limit);
      return limit;
    },
  };
}

export function targetOf({ app_id, url, artifact_sha256 }: HostedDeployment): string {
  return url === null ? `${app_id}/${artifact_sha256}` : new URL(url).origin;
}
