import { readByCase, repeatsOf } from '../queries/cases.ts';
import { LAST_POSITION, readScenarios } from '../queries/scenario-rows.ts';
import {
  countEvaluations,
  EVALUATION_ORDERS,
  findSelectedTestset,
  readEvaluations,
  findRevisionProvenBy,
} from '../queries/evaluation-lists.ts';
import {
  deleteEvaluationRecords,
  requireEvaluation,
  toEvaluation,
  toEvaluations,
  updateEvaluation,
  deleteFailedOutcomes,
  type EvaluationRow,
  statusColumns,
} from '../queries/evaluations.ts';
import { readHeld, toTrueStatus, isInterrupted } from '../queries/unfinished-evaluations.ts';
import { UserError } from '../../../foundation/errors/wf-error.ts';
import { changeMetadata } from '../../labels/change-metadata.ts';
import { requireProgress } from './evaluation-progress.ts';
import type { Change, Operation } from '../../operation/operation.ts';
import { createScenarioReader } from '../scenario-records.ts';
import { type Db, fromJson } from '../../store/schema.ts';
import { answerJson } from '../../store/stored-json.ts';
import { keyIn, readCommonFilter, readNumberStart, readSortedStart, rowsToRead, toPage } from '../../store/page.ts';
import { requireApp } from '../../apps/queries.ts';
import { findRunningRevision } from '../../variants/queries/variant-lists.ts';
import type { EvaluationLimits, EvaluationOptions } from '../../../contract/evaluations/evaluation.ts';
import type { Result } from '../../../contract/evaluations/result.ts';
import { isResumable, isUnfinished, statusResult } from '../../../contract/evaluations/evaluation-status.ts';

export const listEvaluations: Operation<'listEvaluations'> = {
  run: async ({ app_id, status, environment, total, ...query }, { db, now, speaksWf, service: { store } }) => {
    const app = await requireApp(db, app_id);
    const filter = {
      ...readCommonFilter(query),
      appId: app.id,
      variantName: query.variant_name,
      revision: query.revision,
      testset: query.testset === undefined ? undefined : await findSelectedTestset(db, app.id, query.testset),
      route: query.route,
      newestOf: query.newest_of,
      dialect: store.dialect,
      revisionId: environment === undefined ? undefined : await findRunningRevision(db, app.id, environment),
      status: status === undefined ? undefined : { value: status, held: await readHeld(db, now) },
    };
    const start = readSortedStart(query, EVALUATION_ORDERS);
    const rows = await readEvaluations(db, { ...filter, start, limit: rowsToRead(query) });
    const page = toPage(rows, query, keyIn(start, 'id'), (row) => row);
    return {
      items: await toEvaluations(db, page.items, { now, speaksWf }),
      next: page.next,
      total: total === undefined ? undefined : await countEvaluations(db, filter),
    };
  },
};

export const getEvaluation: Operation<'getEvaluation'> = {
  run: async ({ evaluation_id }, { db, now, speaksWf }) =>
    await toEvaluation(db, await requireEvaluation(db, evaluation_id), { now, speaksWf }),
};

export const getEvaluationStatus: Operation<'getEvaluationStatus'> = {
  run: async ({ evaluation_id }, { db, now, speaksWf, service: { problemOf } }) => {
    const row = await requireEvaluation(db, evaluation_id);
    requireProgress(row, problemOf);
    return { status: speaksWf ? toTrueStatus(row, await readHeld(db, now)) : fromJson(row.status) };
  },
};

export const getEvaluationResults: Operation<'getEvaluationResults'> = {
  run: async ({ evaluation_id }, { db }) => {
    const row = await requireEvaluation(db, evaluation_id);
    return { results: fromJson(row.aggregated_results), evaluation_id: row.id };
  },
};

export const listEvaluationScenarios: Operation<'listEvaluationScenarios'> = {
  hasLongRecords: true,
  run: async ({ evaluation_id, by, id_prefix: idPrefix, rows: ranges, finished, ...paging }, { db }) => {
    const evaluation = await requireEvaluation(db, evaluation_id);
    const between = ranges === undefined ? null : toPositions(ranges, repeatsOf(evaluation.options));
    const page = { ...readNumberStart(paging), idPrefix, between, isFinished: finished !== undefined };
    const rows =
      // Rows that a request selects are not sorted by case.
      by === 'case' && idPrefix === undefined && between === null && finished === undefined
        ? await readByCase(db, evaluation, page)
        : await readScenarios(db, evaluation.id, page);
    return toPage(rows, paging, 'position', createScenarioReader(evaluation, answerJson));
  },
};

/** Reads the first and the last position of each range. @param text - as in `1-20,35`, with indexes from 1 */
function toPositions(text: string, repeats: number): (readonly [number, number])[] {
  return text.split(',').map((range) => {
    const [first = '', last = first] = range.split('-');
    return [
      Math.min((Number(first) - 1) * repeats, LAST_POSITION),
      Math.min(Number(last) * repeats - 1, LAST_POSITION),
    ];
  });
}

export const updateEvaluationMetadata: Operation<'updateEvaluationMetadata'> = {
  audit: { kind: 'evaluation', verb: 'changed' },
  run: async ({ evaluation_id, body }, context) => {
    const row = await requireEvaluation(context.db, evaluation_id);
    const marked = { id: row.id, kind: 'evaluation', archivedAt: row.archived_at } as const;
    return await changeMetadata({ ...marked, change: evaluationChange(row) }, body, context);
  },
};

export const deleteEvaluations: Operation<'deleteEvaluations'> = {
  audit: { kind: 'evaluation', verb: 'deleted' },
  run: async ({ body }, { db, record }) => {
    const ids = [...new Set(body.evaluations_ids)];
    if (ids.length === 0) record(null);
    if (ids.length === 0) return undefined;
    for (const id of ids) {
      record({ ...evaluationChange(await requireEvaluation(db, id)), before: id, summary: 'deleted' });
      await requireNoEvidence(db, id);
    }
    await deleteEvaluationRecords(db, ids);
    return undefined;
  },
};

/** @throws {WF_CONFLICT} when the evaluation is the evidence for a revision of an environment */
async function requireNoEvidence(db: Db, id: string): Promise<void> {
  const found = await findRevisionProvenBy(db, id);
  if (found === null) return;
  throw new UserError({
    code: 'WF_CONFLICT',
    message: `Evaluation ${id} is the evidence for revision ${found.revision} of environment ${JSON.stringify(found.environment)}, and cannot be deleted before it.`,
  });
}

export const cancelEvaluation: Operation<'cancelEvaluation'> = {
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
    const deleted = await deleteFailedOutcomes(db, row.id);
    const changed = await change(db, row, {
      ...statusColumns(statusResult('EVALUATION_INITIALIZED')),
      options: JSON.stringify(withLimits(fromJson(row.options), body.limits ?? {})),
      aggregated_results: '[]',
      summary: null,
      totals: null,
      spent_before: row.spent_before + deleted.spent,
      failed_before: row.failed_before + deleted.failed,
      unpriced_before: row.unpriced_before + deleted.unpriced,
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

export function evaluationChange({ id, app_id, variant_name, revision }: EvaluationRow): Change {
  return { kind: 'evaluation', id, name: `${variant_name}@${revision}`, appId: app_id };
}
