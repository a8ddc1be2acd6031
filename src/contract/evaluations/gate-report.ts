import * as z from 'zod';
import type { DeepReadonly } from '../../foundation/record.ts';
import { BaselineSource, ComparedEvaluation, IntervalEnds } from './comparison.ts';

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
  /** The value is a share of the baseline, as 0.1 for 10 % more; left out: it is a mean or a difference. */
  scale: z.literal('ratio').optional(),
  cases: z.int(),
  /** Whether its metric is tested at the full level; the others share the error rate of a "failed". Left out by wf 0.1. */
  primary: z.boolean().optional(),
  /** Estimated number of cases needed for a decision; `null` if none are needed, or no number near those seen would do. */
  needed_cases: z.int().nullable(),
  /** Reason why it did not pass. */
  reason: z.string().nullable(),
});
export type GateCheck = DeepReadonly<z.output<typeof GateCheck>>;

/** Result of a gate for one evaluation. */
export const GateResult = z.object({
  ...ComparedEvaluation.shape,
  verdict: GateVerdict,
  /** How often this gate has judged these variants on this test set with other data; `null` or left out: not counted here. */
  look: z.int().nullable().optional(),
  /** How many variants the candidate is the best of on these rows, itself included; `null` or left out: not counted here. */
  choices: z.int().nullable().optional(),
  /** Cases that only one of the two has, so that they are not compared; left out: none. */
  only_in_baseline: z.int().optional(),
  only_in_candidate: z.int().optional(),
  checks: z.array(GateCheck),
});
export type GateResult = DeepReadonly<z.output<typeof GateResult>>;

/** Body that counts a look of a gate at an evaluation. @source ours */
export const CountLook = z.strictObject({
  gate_sha256: z.string().regex(/^[0-9a-f]{64}$/, 'A SHA-256 has 64 digits from 0 to f'),
  /** The evaluation that a rule "not_worse_by" compares with; `null`: the gate needs none. */
  baseline_id: z.string().nullable().optional(),
});

/** The number of a look: the same gate, variants and test set, each time with other figures. @source ours */
export const CountedLook = z.object({ look: z.int() });

/** Report of a gate. @source design §7 */
export const GateReport = z.object({
  gate: z.string(),
  /** The gate file's content: the report remains valid evidence if the file changes. */
  gate_sha256: z.string(),
  confidence: z.number(),
  baseline: ComparedEvaluation.nullable(),
  /** Left out: it was named by an evaluation or a variant. */
  baseline_source: BaselineSource.optional(),
  verdict: GateVerdict,
  results: z.array(GateResult),
});
export type GateReport = DeepReadonly<z.output<typeof GateReport>>;

/** What a rule of a gate can decide on a number of cases, before anything is called. */
export const PlannedCheck = z.object({
  metric: z.string(),
  /** The condition as text, as in "not worse by 0.05". */
  rule: z.string(),
  /** Least number of cases that it can pass on if nothing changed; `null`: unknown, or no number. */
  needed_to_pass: z.int().nullable(),
  /** Least number of cases that show the stated loss in 80 % of all comparisons; `null`: unknown, or it states none. */
  needed_to_catch: z.int().nullable(),
  /** Whether it can pass on these cases if nothing changed; `null`: that cannot be told beforehand. */
  can_pass: z.boolean().nullable(),
  /** Least `not_worse_by` that can pass on these cases, where that of the rule cannot. */
  could: z.string().nullable(),
  /**
   * Least number of cases that must get better, with none worse, for it to pass on these cases, where it cannot if nothing
   * changed; `null`: no number, or unknown.
   */
  needed_better: z.int().nullable(),
  /** What the numbers assume, or why there are none. */
  assumption: z.string().nullable(),
});
export type PlannedCheck = DeepReadonly<z.output<typeof PlannedCheck>>;

/** What a gate can decide on a test set, at its first look. @source ours */
export const GatePlan = z.object({
  gate: z.string(),
  gate_sha256: z.string(),
  confidence: z.number(),
  /** Cases of the test set. */
  cases: z.int(),
  checks: z.array(PlannedCheck),
});
export type GatePlan = DeepReadonly<z.output<typeof GatePlan>>;
