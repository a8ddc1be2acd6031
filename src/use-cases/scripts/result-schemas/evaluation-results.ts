import * as z from 'zod';
import { Comparison } from '../../../contract/evaluations/comparison.ts';
import { EvaluationRow, TestedEvaluation } from '../../../contract/evaluations/evaluation.ts';
import { EvaluationForecast } from '../../../contract/evaluations/evaluation-progress.ts';
import { EvaluationGroups, EvaluationSummary } from '../../../contract/evaluations/evaluation-summary.ts';
import { GateReport } from '../../../contract/evaluations/gate-report.ts';

const Values = z.record(z.string(), z.unknown());

const Written = z.object({ evaluation_id: z.string(), format: z.string(), file: z.string() });

/** Schemas of `--json` output: evaluations. */
export const EVALUATION_RESULTS = {
  'eval list': z.array(TestedEvaluation),
  'eval run': z.union([
    z.array(TestedEvaluation),
    z.object({ evaluations: z.array(TestedEvaluation), gate: GateReport }),
  ]),
  'eval show': z.object({
    ...TestedEvaluation.shape,
    summary: EvaluationSummary.nullable(),
    groups: EvaluationGroups.optional(),
    lacking: z.array(z.string()).optional(),
    gate: GateReport.optional(),
  }),
  'eval rows': z.array(EvaluationRow),
  'eval compare': z.object({ ...Comparison.shape, gate: GateReport.optional() }),
  'eval export': z.union([Written, z.array(Values)]),
  'eval delete': TestedEvaluation.extend({ warning: z.string().optional() }),
  'eval plan': z.array(EvaluationForecast),
  'eval watch': TestedEvaluation,
  'eval cancel': TestedEvaluation,
  'eval resume': TestedEvaluation,
  'eval update': TestedEvaluation,
};
