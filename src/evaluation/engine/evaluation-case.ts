import type { Parameters } from '../../contract/variants/variant.ts';
import type { JudgedResult, Result, ResultError } from '../../contract/evaluations/result.ts';
import type { TestsetRow } from '../../contract/testsets/testset.ts';
import type { WarmUp } from '../../contract/evaluations/evaluation.ts';
import { addSpending, type Spending } from './spending.ts';

/** One case of an evaluation that has no stored result yet. */
export interface EvaluationCase {
  /** Position among the evaluation's rows, from 0. */
  readonly index: number;
  /** Number of the repetition, from 0: the same input called again on purpose. */
  readonly repeat: number;
  readonly row: TestsetRow;
  readonly input: Parameters;
}

export interface NewScore {
  readonly key: string;
  readonly result: JudgedResult;
}

export interface Judging {
  readonly calls: number;
  /** US dollars; `null` when the cost of one is unknown. */
  readonly cost: number | null;
}

export interface FinishedCase extends EvaluationCase {
  readonly cellKey: string;
  readonly outcome: CellOutcome;
  /** True when no call was made for this case: the answer was stored, or another case has the same input. */
  readonly isCached: boolean;
  /** In the order of the evaluators. */
  readonly scores: readonly JudgedResult[];
  readonly newScores: readonly NewScore[];
  readonly judging: Judging;
}

interface CallAnswer extends Spending {
  readonly output: unknown;
  /** Seconds of the attempt that answered, without waiting; `null` when the route did not measure itself. */
  readonly latency: number | null;
  readonly warmUp?: WarmUp;
}

/** A call without an answer, which may have been paid for. */
interface FailedCall extends Spending {
  readonly error: ResultError;
}

/** An attempt as the route's answer describes it. */
export type AnsweredAttempt =
  | (CallAnswer & { readonly kind: 'answered' })
  /** Worth a retry: the target is too busy, or the connection failed. */
  | (FailedCall & {
      readonly kind: 'unavailable';
      readonly retryAfterMs: number | null;
      /** The target reported that it is overloaded, so fewer concurrent calls may help. */
      readonly isBusy: boolean;
    })
  /** The process that ran the call ended, because of this call or of another one. */
  | (FailedCall & { readonly kind: 'ended' })
  | (FailedCall & { readonly kind: 'failed' });

export type CallAttempt =
  | AnsweredAttempt
  /** The signal fired; `reason` is what it threw. */
  | (Spending & { readonly kind: 'aborted'; readonly reason: unknown });

/** Calls the route under evaluation once. */
export type CallRoute = (input: Parameters, signal: AbortSignal) => Promise<CallAttempt>;

/** The content of a cell: an answer with its own cost, or why there is none and what all attempts cost. */
export type CellOutcome =
  | (CallAnswer & {
      readonly error: null;
      /** What the attempts before the answer cost. */
      readonly failed?: Spending;
      /** Shared by the calls for the same row that several runs made at the same time. */
      readonly callGroup?: string;
    })
  | FailedCall;

/** Adds up what all attempts of a cell cost. */
export function spentOn(outcome: CellOutcome): Spending {
  if (outcome.error !== null || outcome.failed === undefined) return addSpending([outcome]);
  return addSpending([outcome.failed, outcome]);
}

/** An outcome as the wire shows it. @source facts §3.2 */
export function outputResult(outcome: CellOutcome): Result {
  if (outcome.error !== null) return { type: 'error', value: null, error: outcome.error };
  const { output } = outcome;
  if (typeof output === 'number') return { type: 'number', value: output };
  if (typeof output === 'boolean') return { type: 'bool', value: output };
  if (typeof output === 'string') return { type: 'text', value: output };
  // JSON that is not a scalar is a list, an object or null: all shapes of a Result's value.
  return { type: 'object', value: (output ?? null) as NonNullable<Result['value']> | null };
}
