import {
  updateEvaluation,
  deleteFailedOutcomes,
  type EvaluationRow,
  requireEvaluation,
  statusColumns,
  toEvaluation,
} from '../queries/evaluations.ts';
import type { EvaluationLimits, EvaluationOptions } from '../../../contract/evaluations/evaluation.ts';
import type { Result } from '../../../contract/evaluations/result.ts';
import { UserError } from '../../../foundation/errors/wf-error.ts';
import { isResumable, isUnfinished, statusResult } from '../../../contract/evaluations/evaluation-status.ts';
import { isInterrupted, readHeld } from '../queries/interrupted.ts';
import { evaluationChange } from '../evaluation-change.ts';
import type { Operation } from '../../operation/operation.ts';
import { fromJson } from '../../store/json-column.ts';
import type { Db } from '../../store/schema.ts';

export const cancelEvaluation: Operation<'cancelEvaluation'> = {
  access: 'write',
  audit: { kind: 'evaluation', verb: 'cancelled' },
  run: async ({ evaluation_id }, { db, now, speaksWf, record, afterCommit, service: { wakeRunner } }) => {
    const row = await requireEvaluation(db, evaluation_id);
    const status = fromJson<Result>(row.status);
    if (!isUnfinished(status)) throw notNow(row, 'cancelled');
    record({ ...evaluationChange(row), summary: 'cancelled' });
    const changed = await change(db, row, { ...statusColumns(statusResult('EVALUATION_CANCELLED')), updated_at: now });
    // The runner then stops what is cancelled.
    afterCommit(() => wakeRunner());
    return await toEvaluation(db, changed, { now, speaksWf });
  },
};

export const resumeEvaluation: Operation<'resumeEvaluation'> = {
  access: 'write',
  audit: { kind: 'evaluation', verb: 'resumed' },
  run: async ({ evaluation_id, body }, { db, now, speaksWf, record, afterCommit, service: { wakeRunner } }) => {
    const row = await requireEvaluation(db, evaluation_id);
    const status = fromJson<Result>(row.status);
    // Wakes the runner even for a running one, which a killed process may have abandoned.
    afterCommit(() => wakeRunner([row.id]));
    const isOpen = isUnfinished(status) && !isInterrupted(row, await readHeld(db, now));
    if (isOpen) record(null);
    if (isOpen) return await toEvaluation(db, row, { now, speaksWf });
    if (!isUnfinished(status) && !isResumable(status)) throw notNow(row, 'resumed');
    record({ ...evaluationChange(row), summary: 'resumed' });
    const spent = await deleteFailedOutcomes(db, row.id);
    const changed = await change(db, row, {
      ...statusColumns(statusResult('EVALUATION_INITIALIZED')),
      options: JSON.stringify(withLimits(fromJson(row.options), body.limits ?? {})),
      aggregated_results: '[]',
      summary: null,
      totals: null,
      spent_before: row.spent_before + spent,
      updated_at: now,
    });
    return await toEvaluation(db, changed, { now, speaksWf });
  },
};

function withLimits(options: EvaluationOptions, limits: EvaluationLimits): EvaluationOptions {
  const given = Object.entries(limits).filter(([, value]) => value !== undefined);
  return { ...options, ...Object.fromEntries(given) };
}

async function change(db: Db, row: EvaluationRow, columns: Partial<EvaluationRow>): Promise<EvaluationRow> {
  await updateEvaluation(db, row.id, columns);
  return { ...row, ...columns };
}

function notNow({ id, status_value }: EvaluationRow, what: string): UserError {
  const status = status_value.replace('EVALUATION_', '').replaceAll('_', ' ').toLowerCase();
  return new UserError({
    code: 'WF_CONFLICT',
    message: `Evaluation ${id} cannot be ${what}: it is ${status}.`,
  });
}
