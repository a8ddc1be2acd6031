import { readScenarios } from '../queries/scenario-rows.ts';
import { countEvaluations, EVALUATION_ORDERS, readEvaluations } from '../queries/evaluation-lists.ts';
import { deleteEvaluationRecords, requireEvaluation, toEvaluation, toEvaluations } from '../queries/evaluations.ts';
import { readHeld, toTrueStatus } from '../queries/interrupted.ts';
import { UserError } from '../../../foundation/errors/wf-error.ts';
import { changeMetadata } from '../../labels/change-metadata.ts';
import { evaluationChange } from '../evaluation-change.ts';
import { requireProgress } from '../evaluation-problem.ts';
import type { Operation } from '../../operation/operation.ts';
import { createScenarioReader } from '../scenario-records.ts';
import { fromJson } from '../../store/json-column.ts';
import { keyIn, readNumberStart, readSortedStart, rowsToRead, toPage } from '../../store/page.ts';
import { requireApp } from '../../apps/queries.ts';
import { findRunningRevision } from '../../variants/queries/environment-uses.ts';
import { findRevisionProvenBy } from '../queries/evidence.ts';
import type { Db } from '../../store/schema.ts';

export const listEvaluations: Operation<'listEvaluations'> = {
  access: 'read',
  run: async ({ app_id, status, environment, total, ...query }, { db, now, speaksWf }) => {
    const app = await requireApp(db, app_id);
    const filter = {
      appId: app.id,
      idPrefix: query.id_prefix,
      variantName: query.variant_name,
      revision: query.revision,
      testset: query.testset,
      revisionId: environment === undefined ? undefined : await findRunningRevision(db, app.id, environment),
      status: status === undefined ? undefined : { value: status, held: await readHeld(db, now) },
      since: query.created_since,
      until: query.created_until,
      search: query.search,
      labels: query.label ?? [],
      archived: query.archived,
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
  access: 'read',
  run: async ({ evaluation_id }, { db, now, speaksWf }) =>
    await toEvaluation(db, await requireEvaluation(db, evaluation_id), { now, speaksWf }),
};

export const getEvaluationStatus: Operation<'getEvaluationStatus'> = {
  access: 'read',
  run: async ({ evaluation_id }, { db, now, speaksWf, service: { problemOf } }) => {
    const row = await requireEvaluation(db, evaluation_id);
    requireProgress(row, problemOf);
    return { status: speaksWf ? toTrueStatus(row, await readHeld(db, now)) : fromJson(row.status) };
  },
};

export const getEvaluationResults: Operation<'getEvaluationResults'> = {
  access: 'read',
  run: async ({ evaluation_id }, { db }) => {
    const row = await requireEvaluation(db, evaluation_id);
    return { results: fromJson(row.aggregated_results), evaluation_id: row.id };
  },
};

export const listEvaluationScenarios: Operation<'listEvaluationScenarios'> = {
  access: 'read',
  run: async ({ evaluation_id, ...paging }, { db }) => {
    const evaluation = await requireEvaluation(db, evaluation_id);
    const page = { ...readNumberStart(paging), limit: rowsToRead(paging) };
    const rows = await readScenarios(db, evaluation.id, page);
    return toPage(rows, paging, (row) => row.position, createScenarioReader(evaluation));
  },
};

export const updateEvaluationMetadata: Operation<'updateEvaluationMetadata'> = {
  access: 'write',
  audit: { kind: 'evaluation', verb: 'changed' },
  run: async ({ evaluation_id, body }, context) => {
    const row = await requireEvaluation(context.db, evaluation_id);
    const marked = { id: row.id, kind: 'evaluation', archivedAt: row.archived_at } as const;
    return await changeMetadata({ ...marked, change: evaluationChange(row) }, body, context);
  },
};

export const deleteEvaluations: Operation<'deleteEvaluations'> = {
  access: 'write',
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
