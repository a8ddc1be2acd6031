import type { ComparedEvaluation, IntervalEnds } from './comparison.ts';

/** A gate passes only when each of its checks does; one that fails outweighs those that cannot tell. */
export type GateVerdict = 'passed' | 'failed' | 'inconclusive';

/** One condition of a gate, on one evaluation. */
export interface GateCheck {
  readonly metric: string;
  /** The condition in words, as in "minimum 0.8". */
  readonly rule: string;
  readonly verdict: GateVerdict;
  /** What was measured: a mean, or a difference from the baseline. */
  readonly value: number | null;
  readonly interval: IntervalEnds | null;
  readonly cases: number;
  /** How many cases could decide it, if they are like those seen; `null` where none would, or none are wanted. */
  readonly needed_cases: number | null;
  /** Why it did not pass. */
  readonly reason: string | null;
}

/** An evaluation before a gate. */
export interface GateResult extends ComparedEvaluation {
  readonly verdict: GateVerdict;
  readonly checks: readonly GateCheck[];
}

/** What a gate says. @source design §7 */
export interface GateReport {
  readonly gate: string;
  /** The file's content, so that the report stays evidence when the file changes. */
  readonly gate_sha256: string;
  readonly confidence: number;
  readonly baseline: ComparedEvaluation | null;
  readonly verdict: GateVerdict;
  readonly results: readonly GateResult[];
}
