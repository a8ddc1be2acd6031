import * as z from 'zod';
import { ComparisonRecord } from '../../../contract/evaluations/comparison-record.ts';
import type { EvaluationRow } from '../../../contract/evaluations/evaluation-row.ts';
import { EvaluationForecast } from '../../../contract/evaluations/evaluation-progress.ts';
import { EvaluationGroups, EvaluationSummary } from '../../../contract/evaluations/evaluation-summary.ts';
import type { GateReport } from '../../../contract/evaluations/gate-report.ts';
import { EvaluationScenario, TestedEvaluation } from '../../../contract/evaluations/evaluation.ts';

const compared = { id: z.string(), variant: z.string() };
const Interval = z.tuple([z.number(), z.number()]).nullable();
const Values = z.record(z.string(), z.unknown());
const Verdict = z.enum(['passed', 'failed', 'inconclusive']);
const Figure = z.number().nullable();

export const GateResult = z.object({
  gate: z.string(),
  gate_sha256: z.string(),
  confidence: z.number(),
  baseline: z.object(compared).nullable(),
  verdict: Verdict,
  results: z.array(
    z.object({
      ...compared,
      verdict: Verdict,
      checks: z.array(
        z.object({
          metric: z.string(),
          rule: z.string(),
          verdict: Verdict,
          value: Figure,
          interval: Interval,
          cases: z.int(),
          needed_cases: z.int().nullable(),
          reason: z.string().nullable(),
        }),
      ),
    }),
  ),
}) satisfies z.ZodType<GateReport>;

const RowResult = z.object({ ...EvaluationScenario.shape, row: z.int() }) satisfies z.ZodType<EvaluationRow>;

const Written = z.object({ evaluation_id: z.string(), format: z.string(), file: z.string() });

/** Schemas of `--json` output: evaluations. */
export const EVALUATION_RESULTS = {
  'eval list': z.array(TestedEvaluation),
  'eval run': z.union([
    z.array(TestedEvaluation),
    z.object({ evaluations: z.array(TestedEvaluation), gate: GateResult }),
  ]),
  'eval show': z.object({
    ...TestedEvaluation.shape,
    summary: EvaluationSummary.nullable(),
    groups: EvaluationGroups.optional(),
    lacking: z.array(z.string()).optional(),
    gate: GateResult.optional(),
  }),
  'eval rows': z.array(RowResult),
  'eval compare': z.object({ ...ComparisonRecord.shape, gate: GateResult.optional() }),
  'eval export': z.union([Written, z.array(Values)]),
  'eval delete': TestedEvaluation.extend({ warning: z.string().optional() }),
  'eval plan': z.array(EvaluationForecast),
  'eval watch': TestedEvaluation,
  'eval cancel': TestedEvaluation,
  'eval resume': TestedEvaluation,
  'eval update': TestedEvaluation,
};
