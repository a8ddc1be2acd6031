import { compareEvaluations } from '../../../evaluation/compare/compare-evaluations.ts';
import type { EvaluationRows } from '../../../evaluation/compare/metrics.ts';
import { summariseGroups } from '../../../evaluation/summary/summarise-evaluation.ts';
import type { Operation } from '../../operation/operation.ts';
import type { Db } from '../../store/schema.ts';
import { requireEvaluation } from '../queries/evaluations.ts';
import { requireEnded } from './evaluation-progress.ts';
import { countChoices } from '../../../evaluation/gate/count-choices.ts';
import { identifyLook, readOnSameRows, storeLook } from '../queries/gate-looks.ts';
import { readStoredEvaluation } from '../scenario-records.ts';

export const compareWithBaseline: Operation<'compareWithBaseline'> = {
  run: async ({ evaluation_id, baseline_id, group_by = null, rows = 10, points = 0 }, { db }) => {
    const baseline = await readEnded(db, baseline_id);
    const candidate = await readEnded(db, evaluation_id);
    const onSameRows = await readOnSameRows(db, await requireEvaluation(db, evaluation_id));
    const judged = { baseline: baseline.evaluation, candidates: [candidate.evaluation] };
    const choices = countChoices(candidate.evaluation, judged, onSameRows, null);
    const shown = { groupBy: group_by, maxRows: rows, maxPoints: points };
    return await compareEvaluations({ baseline, candidates: [candidate], choicesOf: () => choices, ...shown });
  },
};

export const groupEvaluation: Operation<'groupEvaluation'> = {
  run: async ({ evaluation_id, field }, { db }) => await summariseGroups(await readEnded(db, evaluation_id), field),
};

export const countLook: Operation<'countLook'> = {
  audit: { kind: 'evaluation', verb: 'changed' },
  run: async ({ evaluation_id, body }, { db, now, record }) => {
    // It changes no evaluation: what a gate looked at is not in the audit log.
    record(null);
    const candidate = await requireEvaluation(db, evaluation_id);
    const baseline = body.baseline_id == null ? null : await requireEvaluation(db, body.baseline_id);
    for (const row of [candidate, baseline]) if (row !== null) requireEnded(row);
    const identity = await identifyLook(db, body.gate_sha256, candidate, baseline);
    return { look: await storeLook(db, candidate.app_id, identity, now) };
  },
};

async function readEnded(db: Db, id: string): Promise<EvaluationRows> {
  const row = await requireEvaluation(db, id);
  requireEnded(row);
  return await readStoredEvaluation(db, row);
}
