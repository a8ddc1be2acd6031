import { setTimeout as delay } from 'node:timers/promises';
import type { EvaluationProgress } from '../../../contract/evaluations/evaluation-progress.ts';
import { isInterrupted, isUnfinished, hasFinished } from '../../../contract/evaluations/evaluation-status.ts';
import { createShortener } from '../../../evaluation/groups/shorten-rows.ts';
import { summariseEvaluation } from '../../../evaluation/summary/summarise-evaluation.ts';
import type { Operation, OperationContext } from '../../operation/operation.ts';
import { fromJson } from '../../store/schema.ts';
import { readProgress, requireEvaluation, type EvaluationRow } from '../queries/evaluations.ts';
import type { EvaluationSummary } from '../../../contract/evaluations/evaluation-summary.ts';
import { readStoredEvaluation } from '../scenario-records.ts';
import type { Result } from '../../../contract/evaluations/result.ts';
import { UserError } from '../../../foundation/errors/wf-error.ts';

export const getEvaluationProgress: Operation<'getEvaluationProgress'> = {
  run: async ({ evaluation_id }, { db, now, service: { problemOf } }) => {
    const row = await requireEvaluation(db, evaluation_id);
    requireProgress(row, problemOf);
    return await readProgress(db, row, now);
  },
  follow: ({ evaluation_id }, context, signal) => followProgress(evaluation_id, context, signal),
};

const STORED_WORST = 10;

export const getEvaluationSummary: Operation<'getEvaluationSummary'> = {
  run: async ({ evaluation_id, worst = STORED_WORST }, { db }) => {
    const row = await requireEvaluation(db, evaluation_id);
    requireEnded(row);
    const stored = row.summary === null ? null : fromJson<EvaluationSummary>(row.summary);
    // One from before cases were counted is computed again.
    const isEnough = stored?.cases !== undefined && (worst <= STORED_WORST || stored.worst.length < STORED_WORST);
    // One from before long values were cut has them whole.
    if (isEnough) return { ...stored, worst: stored.worst.slice(0, worst).map(createShortener(worst)) };
    return await summariseEvaluation(await readStoredEvaluation(db, row), { maxRows: worst });
  },
};

/** Shortest time between two looks: people read no faster. */
const MIN_MS = 100;
/** Wait in proportion to a look's duration: at most a tenth of the time is spent counting rows. */
const WAIT_PER_LOOK = 9;

async function* followProgress(
  id: string,
  { db, service: { store, problemOf } }: Pick<OperationContext, 'db' | 'service'>,
  signal: AbortSignal,
): AsyncGenerator<EvaluationProgress> {
  using changes = store.subscribe(`evaluation:${id}`);
  let last = '';
  while (!signal.aborted) {
    const startedAt = performance.now();
    const progress = await readProgress(db, await requireEvaluation(db, id), new Date().toISOString());
    const text = JSON.stringify(progress);
    if (text !== last) yield progress;
    last = text;
    // A stuck run makes no more progress; the next request gets the reason.
    // A server may still take an interrupted one.
    const isOpen = isUnfinished(progress.status) || isInterrupted(progress.status);
    if (!isOpen || problemOf(id) !== null) return;
    const waitMs = Math.max(MIN_MS, (performance.now() - startedAt) * WAIT_PER_LOOK);
    await delay(waitMs, undefined, { signal }).catch(() => undefined);
    await changes.next(signal);
  }
}

/** @throws the error of its runner, when the database cannot store the failure of an evaluation */
export function requireProgress({ id, status }: EvaluationRow, problemOf: OperationContext['service']['problemOf']) {
  if (!isUnfinished(fromJson<Result>(status))) return;
  const problem = problemOf(id);
  if (problem !== null) throw problem;
}

/** @throws {WF_CONFLICT} when the evaluation is not finished */
export function requireEnded({ id, status_value }: EvaluationRow): void {
  if (hasFinished({ value: status_value })) return;
  throw new UserError({
    code: 'WF_CONFLICT',
    message: `Evaluation ${id} is not finished, so it has no results yet.`,
  });
}
