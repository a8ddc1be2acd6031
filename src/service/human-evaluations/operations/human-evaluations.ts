import { toHumanStatus } from '../../../contract/human-evaluations/human-evaluation.ts';
import {
  deleteHumanEvaluationRecords,
  readHumanEvaluations,
  updateHumanEvaluationRecord,
  humanEvaluationChange,
  requireHumanEvaluation,
  toHumanEvaluations,
} from '../queries/human-evaluations.ts';
import type { Operation } from '../../operation/operation.ts';
import { readIdStart, rowsToRead, toPage } from '../../store/page.ts';
import { requireApp } from '../../apps/queries.ts';

export const listHumanEvaluations: Operation<'listHumanEvaluations'> = {
  access: 'read',
  run: async ({ app_id, id_prefix, ...paging }, { db }) => {
    const app = await requireApp(db, app_id);
    const start = { appId: app.id, idPrefix: id_prefix, ...readIdStart(paging) };
    const rows = await readHumanEvaluations(db, { ...start, limit: rowsToRead(paging) });
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
  audit: { kind: 'human evaluation', verb: 'changed' },
  run: async ({ evaluation_id, body }, { db, now }) => {
    const { id } = await requireHumanEvaluation(db, evaluation_id);
    const { status } = body;
    if (status == null) return undefined;
    await updateHumanEvaluationRecord(db, id, { status: toHumanStatus(status), updated_at: now });
    return undefined;
  },
};

export const deleteHumanEvaluations: Operation<'deleteHumanEvaluations'> = {
  access: 'write',
  audit: { kind: 'human evaluation', verb: 'deleted' },
  run: async ({ body }, { db, record }) => {
    const ids = [...new Set(body.evaluations_ids)];
    if (ids.length === 0) record(null);
    if (ids.length === 0) return undefined;
    for (const id of ids) {
      record({ ...humanEvaluationChange(await requireHumanEvaluation(db, id)), before: id, summary: 'deleted' });
    }
    await deleteHumanEvaluationRecords(db, ids);
    return undefined;
  },
};
