import type { Operation } from '../../operation/operation.ts';
import { beginsWith, readIdStart, rowsToRead, toPage } from '../../store/page.ts';
import { requireApp } from '../../apps/queries.ts';
import { humanEvaluationChange, requireHumanEvaluation, toHumanEvaluations } from '../queries/human-evaluations.ts';

export const listHumanEvaluations: Operation<'listHumanEvaluations'> = {
  access: 'read',
  run: async ({ app_id, id_prefix, ...paging }, { db }) => {
    const app = await requireApp(db, app_id);
    const { order, isBehind, key } = readIdStart(paging);
    const rows = await db
      .selectFrom('human_evaluations')
      .selectAll()
      .where('app_id', '=', app.id)
      .where(beginsWith('id', id_prefix))
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
    return { items: await toHumanEvaluations(db, page.items), next: page.next };
  },
};

export const getHumanEvaluation: Operation<'getHumanEvaluation'> = {
  access: 'read',
  run: async ({ evaluation_id }, { db }) => {
    const [evaluation] = await toHumanEvaluations(db, [await requireHumanEvaluation(db, evaluation_id)]);
    if (evaluation === undefined) throw new Error('One row makes one record');
    return evaluation;
  },
};

export const updateHumanEvaluation: Operation<'updateHumanEvaluation'> = {
  access: 'write',
  run: async ({ evaluation_id, body }, { db, now }) => {
    const { id } = await requireHumanEvaluation(db, evaluation_id);
    const { status } = body;
    if (status == null) return undefined;
    await db.updateTable('human_evaluations').set({ status, updated_at: now }).where('id', '=', id).execute();
    return undefined;
  },
};

export const deleteHumanEvaluations: Operation<'deleteHumanEvaluations'> = {
  access: 'write',
  run: async ({ body }, { db, record }) => {
    const ids = [...new Set(body.evaluations_ids)];
    if (ids.length === 0) record(null);
    if (ids.length === 0) return undefined;
    for (const id of ids) {
      record({ ...humanEvaluationChange(await requireHumanEvaluation(db, id)), before: id, summary: 'deleted' });
    }
    await db.deleteFrom('human_evaluations').where('id', 'in', ids).execute();
    return undefined;
  },
};
