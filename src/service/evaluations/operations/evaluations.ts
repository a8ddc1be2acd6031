import { UserError } from '../../../errors/wf-error.ts';
import { evaluationChange } from '../evaluation-change.ts';
import { requireProgress } from '../evaluation-problem.ts';
import type { Operation } from '../../operation/operation.ts';
import { createScenarioReader } from '../scenario-records.ts';
import { fromJson } from '../../store/json-column.ts';
import { beginsWith, readIdStart, readNumberStart, rowsToRead, toPage } from '../../store/page.ts';
import { requireApp } from '../../apps/queries.ts';
import { findRevisionProvenBy } from '../queries/evidence.ts';
import { requireEvaluation, selectScenarios, toEvaluation, toEvaluations } from '../queries/evaluations.ts';
import type { Db } from '../../store/schema.ts';

export const listEvaluations: Operation<'listEvaluations'> = {
  access: 'read',
  run: async ({ app_id, id_prefix, variant_name, revision, ...paging }, { db }) => {
    const app = await requireApp(db, app_id);
    const { order, isBehind, key } = readIdStart(paging);
    const rows = await db
      .selectFrom('evaluations')
      .selectAll()
      .where('app_id', '=', app.id)
      .where('human_evaluation_id', 'is', null)
      .where(beginsWith('id', id_prefix))
      .$if(variant_name !== undefined, (query) => query.where('variant_name', '=', variant_name ?? ''))
      .$if(revision !== undefined, (query) => query.where('revision', '=', revision ?? 0))
      .where('id', isBehind, key)
      .orderBy('id', order)
      .limit(rowsToRead(paging))
      .execute();
    const page = toPage(
      rows,
      paging,
      (row) => row.id,
      (row) => row,
    );
    return { items: await toEvaluations(db, page.items), next: page.next };
  },
};

export const getEvaluation: Operation<'getEvaluation'> = {
  access: 'read',
  run: async ({ evaluation_id }, { db }) => await toEvaluation(db, await requireEvaluation(db, evaluation_id)),
};

export const getEvaluationStatus: Operation<'getEvaluationStatus'> = {
  access: 'read',
  run: async ({ evaluation_id }, { db, problemOf }) => {
    const row = await requireEvaluation(db, evaluation_id);
    requireProgress(row, problemOf);
    return { status: fromJson(row.status) };
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
    const { order, isBehind, key } = readNumberStart(paging);
    const rows = await selectScenarios(db, evaluation.id, order)
      .where('evaluation_scenarios.position', isBehind, key)
      .limit(rowsToRead(paging))
      .execute();
    return toPage(rows, paging, (row) => row.position, createScenarioReader(evaluation));
  },
};

export const deleteEvaluations: Operation<'deleteEvaluations'> = {
  access: 'write',
  run: async ({ body }, { db, record }) => {
    const ids = [...new Set(body.evaluations_ids)];
    if (ids.length === 0) record(null);
    if (ids.length === 0) return undefined;
    for (const id of ids) {
      record({ ...evaluationChange(await requireEvaluation(db, id)), before: id, summary: 'deleted' });
      await requireNoEvidence(db, id);
    }
    await db.deleteFrom('evaluations').where('id', 'in', ids).execute();
    return undefined;
  },
};

/** @throws {WF_CONFLICT} when a revision of an environment was let in because of the evaluation */
async function requireNoEvidence(db: Db, id: string): Promise<void> {
  const found = await findRevisionProvenBy(db, id);
  if (found === null) return;
  throw new UserError({
    code: 'WF_CONFLICT',
    message: `Evaluation ${id} is the evidence for revision ${found.revision} of environment ${JSON.stringify(found.environment)}, and stays as long as that.`,
  });
}
