import { setTimeout as delay } from 'node:timers/promises';
import { isWfError, messageOf } from '../../../foundation/errors/wf-error.ts';
import { isUnfinished, statusResult } from '../../../contract/evaluations/evaluation-status.ts';
import { planEvaluation } from '../../evaluations/plan/plan-evaluation.ts';
import { createRunLedgers, openLimits, type TargetLimits } from '../rows/run-limits.ts';
import { runRows } from '../rows/run-rows.ts';
import type { EvaluationBackend, EvaluationJobs } from '../evaluation-jobs.ts';
import type { EvaluationJob } from '../../evaluations/evaluation-job.ts';
import type { TakenChunk, ChunkQueue } from './chunk-queue.ts';
import { splitChunk, priorityOf } from './spread-rows.ts';
import { renewLease } from './renew-lease.ts';
import { errorResult } from '../../../evaluation/results/create-result.ts';
import type { Db } from '../../store/schema.ts';
import { dropLostSlots, dropSlots, nameOwner, renewSlots, type SlotsWanted, takeSlots } from '../queries/call-slots.ts';

export interface ChunkDependencies extends Pick<EvaluationBackend, 'jobs' | 'hosting' | 'tools'> {
  readonly queue: ChunkQueue;
  readonly slots: CallSlots;
  readonly targets: TargetLimits;
  readonly readCapacity: () => Promise<number>;
  readonly signal: AbortSignal;
  readonly explain: (error: unknown) => unknown;
}

export type ChunkEnd = 'done' | 'split' | 'given up' | 'waits' | 'left' | 'stopped' | 'failed';

/** A row is abandoned after this attempt. */
const LAST_ATTEMPT = 2;

export async function runChunk(taken: TakenChunk, dependencies: ChunkDependencies): Promise<ChunkEnd> {
  const { jobs, queue } = dependencies;
  try {
    const end = await runTaken(taken, dependencies);
    await queue.done(taken);
    return end;
  } catch (error) {
    const explained = dependencies.explain(error);
    // The chunk is run again when the database works.
    if (isWfError(explained) && explained.code === 'WF_DATABASE') throw explained;
    if (isWfError(error)) {
      // An error of the whole evaluation would fail each of its rows.
      await jobs.setStatus(taken.evaluationId, statusResult('EVALUATION_FAILED', { message: error.message }));
      await queue.done(taken);
      return 'stopped';
    }
    await queue.fail(taken, messageOf(explained));
    return 'failed';
  }
}

async function runTaken(taken: TakenChunk, dependencies: ChunkDependencies): Promise<ChunkEnd> {
  const { jobs, queue } = dependencies;
  if (!(await jobs.isUnfinished(taken.evaluationId))) return 'stopped';
  const job = await jobs.load(taken.evaluationId);
  if (!isUnfinished(job.status)) return 'stopped';
  const priority = priorityOf((await jobs.readProgress(job.id)).rows);
  await dependencies.slots.dropLost(earlierOwnersOf(taken));
  if (taken.attempt > 0 && taken.to > taken.from) {
    await queue.add(splitChunk(taken), priority);
    return 'split';
  }
  if (taken.attempt >= LAST_ATTEMPT) {
    await failRows(job, taken, jobs);
    return 'given up';
  }
  const calls = await takeCalls(job, taken, dependencies);
  if (calls === 0) {
    await queue.add([taken], priority, 1);
    return 'waits';
  }
  const isWhole = await runWith(calls, job, taken, dependencies).finally(() =>
    dependencies.slots.drop(nameOwner(taken)),
  );
  if (isWhole) return 'done';
  const isLeft = dependencies.signal.aborted && (await jobs.isUnfinished(job.id));
  if (isLeft) await queue.add([taken], priority);
  return isLeft ? 'left' : 'stopped';
}

function earlierOwnersOf(taken: TakenChunk): string[] {
  return Array.from({ length: taken.attempt }, (_, attempt) => nameOwner({ ...taken, attempt }));
}

const WAITS = 4;
const WAIT_MS = 250;

/** Takes this chunk's share of the evaluation's calls; waits a moment when other chunks use them all. */
async function takeCalls(job: EvaluationJob, taken: TakenChunk, dependencies: ChunkDependencies): Promise<number> {
  const { batch_size: total } = job.rateLimit;
  // With a cost limit, one chunk of the run is computed at a time.
  const isLimited = job.options.max_cost != null;
  const capacity = isLimited ? 1 : await dependencies.readCapacity();
  const evaluationId = isLimited ? await dependencies.jobs.nameRun(job) : job.id;
  const most = Math.max(1, Math.ceil(total / Math.max(1, capacity)));
  for (let wait = 0; wait < WAITS; wait += 1) {
    const wanted = { evaluationId, owner: nameOwner(taken), total, most };
    const calls = await dependencies.slots.take(wanted);
    if (calls > 0 || dependencies.signal.aborted) return calls;
    await delay(WAIT_MS);
  }
  return 0;
}

/** @returns whether all rows of the chunk have a verdict now */
async function runWith(
  calls: number,
  job: EvaluationJob,
  taken: TakenChunk,
  { jobs, hosting, tools, targets, queue, slots, signal }: ChunkDependencies,
): Promise<boolean> {
  const renew = async (): Promise<boolean> => {
    const held = await Promise.all([queue.renew(taken), slots.renew(nameOwner(taken)), jobs.isUnfinished(job.id)]);
    return held.every(Boolean);
  };
  using held = renewLease({ renew, parent: signal });
  const plan = await planEvaluation(job, tools, hosting);
  using limits = await openLimits(withoutDeadline(job), jobs, { signal: held.signal, ledgers: createRunLedgers() });
  try {
    const limit = targets.of(job.deployment);
    await runRows({
      job,
      jobs,
      hosting,
      tools,
      plan,
      part: { from: taken.from, to: taken.to },
      limit,
      limits,
      concurrency: calls,
    });
  } catch (error) {
    if (!held.signal.aborted) throw error;
    return false;
  }
  const stopped = limits.describeStop();
  if (stopped !== null) await jobs.setStatus(job.id, statusResult('EVALUATION_CANCELLED', stopped));
  return stopped === null;
}

/** The process that distributes the rows enforces the evaluation's time limit. */
function withoutDeadline(job: EvaluationJob): EvaluationJob {
  return { ...job, options: { ...job.options, total_seconds: null } };
}

/** Stores a failure for each pending row of a chunk, so that the evaluation can end without them. */
async function failRows(
  { id, evaluatorConfigs }: EvaluationJob,
  { from, to, attempt, problem }: TakenChunk,
  jobs: EvaluationJobs,
): Promise<void> {
  const message = `The row was abandoned after ${attempt} attempts. ${problem ?? 'The worker that ran it ended.'}`;
  const unjudged = errorResult(`There is no output to score: ${message}`);
  for await (const page of jobs.pendingScenarios(id, { from, to })) {
    const scenarios = page.map((scenario) => ({
      id: scenario.id,
      outputs: [{ result: errorResult(message), cost: null, latency: null }],
      results: evaluatorConfigs.map((config) => ({ evaluator_config: config.id, result: unjudged })),
      // Nobody knows what its calls cost.
      cost: null,
      latency: null,
      isCalled: true,
      judging: { calls: 0, cost: 0 },
    }));
    await jobs.saveScenarios(id, scenarios);
  }
}

/** Distributes calls in flight to the chunks of an evaluation, so that all workers together respect its limit. */
export type CallSlots = ReturnType<typeof createCallSlots>;

/** How long a chunk keeps its calls without renewal. */
const SLOT_LIFETIME_MS = 15_000;

export function createCallSlots(db: Db, now: () => Date) {
  const expiry = () => new Date(now().getTime() + SLOT_LIFETIME_MS).toISOString();
  return {
    /** @returns calls that `owner` may have in flight; 0 when other chunks use them all */
    take: (wanted: Omit<SlotsWanted, 'now' | 'expiresAt'>) =>
      takeSlots(db, { ...wanted, now: now().toISOString(), expiresAt: expiry() }),
    /** @returns false when they have expired */
    renew: (owner: string) => renewSlots(db, owner, expiry()),
    drop: (owner: string) => dropSlots(db, owner),
    /** Drops what earlier attempts kept, whose workers were killed. */
    dropLost: async (owners: readonly string[]) => {
      if (owners.length > 0) await dropLostSlots(db, owners);
    },
  };
}
