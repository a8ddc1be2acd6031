import * as z from 'zod';
import type { DeepReadonly } from '../../foundation/record.ts';
import { ComparedEvaluation, IntervalEnds } from './comparison.ts';

/** Verdict of a gate. It passes if all checks pass, and fails if any check fails. */
export const GateVerdict = z.enum(['passed', 'failed', 'inconclusive']);
export type GateVerdict = z.infer<typeof GateVerdict>;

/** One condition of a gate, on one evaluation. */
export const GateCheck = z.object({
  metric: z.string(),
  /** The condition as text, as in "minimum 0.8". */
  rule: z.string(),
  verdict: GateVerdict,
  /** The measured value: a mean, or a difference from the baseline. */
  value: z.number().nullable(),
  interval: IntervalEnds.nullable(),
  cases: z.int(),
  /** Estimated number of cases needed for a decision; `null` if no number would suffice or none are needed. */
  needed_cases: z.int().nullable(),
  /** Reason why it did not pass. */
  reason: z.string().nullable(),
});
export type GateCheck = DeepReadonly<z.output<typeof GateCheck>>;

/** Result of a gate for one evaluation. */
export const GateResult = z.object({
  ...ComparedEvaluation.shape,
  verdict: GateVerdict,
  checks: z.array(GateCheck),
});
export type GateResult = DeepReadonly<z.output<typeof GateResult>>;

/** Report of a gate. @source design §7 */
export const GateReport = z.object({
  gate: z.string(),
  /** The gate file's content: the report remains valid evidence if the file changes. */
  gate_sha256: z.string(),
  confidence: z.number(),
  baseline: ComparedEvaluation.nullable(),
  verdict: GateVerdict,
  results: z.array(GateResult),
});
export type GateReport = DeepReadonly<z.output<typeof GateReport>>;
