import * as z from 'zod';
import type { Comparison } from '../../../contract/evaluations/comparison.ts';
import type { EvaluationRow } from '../../../contract/evaluations/evaluation-row.ts';
import { EvaluationForecast } from '../../../contract/evaluations/evaluation-progress.ts';
import { EvaluationSummary } from '../../../contract/evaluations/evaluation-summary.ts';
import type { GateReport } from '../../../contract/evaluations/gate-report.ts';
import { EvaluationScenario, TestedEvaluation } from '../../../contract/evaluations/evaluation.ts';

const compared = { id: z.string(), variant: z.string() };
const Interval = z.tuple([z.number(), z.number()]).nullable();
const Kind = z.enum(['pass_fail', 'score', 'cost', 'latency']);
const Goal = z.enum(['higher', 'lower']);
const Values = z.record(z.string(), z.unknown());
const Verdict = z.enum(['passed', 'failed', 'inconclusive']);
const Figure = z.number().nullable();
const Judged = z.union([z.number(), z.boolean()]);

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

const ChangedRow = z.object({
  row: z.int(),
  metric: z.string(),
  baseline: Judged,
  candidate: Judged,
  inputs: Values,
  baseline_output: z.unknown(),
  candidate_output: z.unknown(),
});

const ComparedMetric = z.object({
  metric: z.string(),
  kind: Kind,
  goal: Goal,
  pairs: z.int(),
  missing: z.int(),
  baseline: Figure,
  candidate: Figure,
  difference: Figure,
  scale: z.enum(['difference', 'ratio']),
  change: Figure,
  interval: Interval,
  interval_level: Figure,
  gate_interval: Interval,
  method: z.enum(['newcombe', 'betting', 'sign_flips']),
  range: Interval,
  p_value: Figure,
  p_adjusted: Figure,
  least_pairs: z.int().nullable(),
  better: z.int(),
  worse: z.int(),
  same: z.int(),
  calls: z.object({ warm_up: z.int(), interleaved: z.int() }).nullable(),
  variance: z.number(),
  verdict: z.enum(['better', 'worse', 'no difference shown', 'too few rows', 'no data']),
});

const ComparisonResult = z.object({
  baseline: z.object(compared),
  level: z.number(),
  seed: z.number(),
  candidates: z.array(
    z.object({
      ...compared,
      pairs: z.int(),
      only_in_baseline: z.int(),
      only_in_candidate: z.int(),
      errors: z.int(),
      metrics: z.array(ComparedMetric),
      worse: z.array(ChangedRow),
      better: z.array(ChangedRow),
      flaky: z.int(),
      flaky_rows: z.array(
        z.object({ row: z.int(), metric: z.string(), baseline: Judged.nullable(), candidate: Judged.nullable() }),
      ),
    }),
  ),
}) satisfies z.ZodType<Comparison>;

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
    lacking: z.array(z.string()).optional(),
    gate: GateResult.optional(),
  }),
  'eval rows': z.array(RowResult),
  'eval compare': z.object({ ...ComparisonResult.shape, gate: GateResult.optional() }),
  'eval export': z.union([Written, z.array(Values)]),
  'eval delete': TestedEvaluation.extend({ warning: z.string().optional() }),
  'eval plan': z.array(EvaluationForecast),
  'eval watch': TestedEvaluation,
  'eval cancel': TestedEvaluation,
  'eval resume': TestedEvaluation,
};
