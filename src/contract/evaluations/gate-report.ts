import type { ComparedEvaluation, IntervalEnds } from './comparison.ts';

/** A gate passes only when all of its checks pass; a failed check outweighs inconclusive ones. */
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
  /** Cases needed to decide it, if they resemble those seen; `null` when none would decide it or none are needed. */
  readonly needed_cases: number | null;
  /** Why it did not pass. */
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
  /** The file's content, so that the report stays evidence when the file changes. */
  readonly gate_sha256: string;
  readonly confidence: number;
  readonly baseline: ComparedEvaluation | null;
  readonly verdict: GateVerdict;
  readonly results: readonly GateResult[];
}
