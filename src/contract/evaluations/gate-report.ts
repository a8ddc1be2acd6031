import type { ComparedEvaluation, IntervalEnds } from './comparison.ts';

/** Verdict of a gate. It passes if all checks pass, and fails if any check fails. */
export type GateVerdict = 'passed' | 'failed' | 'inconclusive';

/** One condition of a gate, on one evaluation. */
export interface GateCheck {
  readonly metric: string;
  /** The condition as text, as in "minimum 0.8". */
  readonly rule: string;
  readonly verdict: GateVerdict;
  /** The measured value: a mean, or a difference from the baseline. */
  readonly value: number | null;
  readonly interval: IntervalEnds | null;
  readonly cases: number;
  /** Estimated number of cases needed for a decision; `null` if no number would suffice or none are needed. */
  readonly needed_cases: number | null;
  /** Reason why it did not pass. */
  readonly reason: string | null;
}

/** Result of a gate for one evaluation. */
export interface GateResult extends ComparedEvaluation {
  readonly verdict: GateVerdict;
  readonly checks: readonly GateCheck[];
}

/** Report of a gate. @source design §7 */
export interface GateReport {
  readonly gate: string;
  /** The gate file's content: the report remains valid evidence if the file changes. */
  readonly gate_sha256: string;
  readonly confidence: number;
  readonly baseline: ComparedEvaluation | null;
  readonly verdict: GateVerdict;
  readonly results: readonly GateResult[];
}
