import { compareEvaluations } from '../../../evaluation/compare/compare-evaluations.ts';
import type { EvaluationRows } from '../../../evaluation/compare/metrics.ts';
import { summariseGroups } from '../../../evaluation/summary/summarise-evaluation.ts';
import type { Operation } from '../../operation/operation.ts';
import type { Db } from '../../store/schema.ts';
import { requireEvaluation } from '../queries/evaluations.ts';
import { requireEnded } from './evaluation-progress.ts';
import { readStoredEvaluation } from '../scenario-records.ts';

export const compareWithBaseline: Operation<'compareWithBaseline'> = {
  run: async ({ evaluation_id, baseline_id, group_by = null, rows = 10, points = 0 }, { db }) => {
    const baseline = await readEnded(db, baseline_id);
    const candidates = [await readEnded(db, evaluation_id)];
    return await compareEvaluations({ baseline, candidates, groupBy: group_by, maxRows: rows, maxPoints: points });
  },
};

export const groupEvaluation: Operation<'groupEvaluation'> = {
  run: async ({ evaluation_id, field }, { db }) => await summariseGroups(await readEnded(db, evaluation_id), field),
};

async function readEnded(db: Db, id: string): Promise<EvaluationRows> {
  const row = await requireEvaluation(db, id);
  requireEnded(row);
  return await readStoredEvaluation(db, row);
}
