import type { JudgedResult } from '../../../contract/evaluations/result.ts';
import type { SettingProblem } from '../../../evaluation/evaluators/definition/evaluator-definition.ts';
import type { SentEvaluator, SentRow } from '../../../evaluation/judges/evaluator-tools.ts';
import { SCORED_TEXT } from '../../../foundation/sizes.ts';

/** The value of a computation, or why it has none. */
export type Computed = { readonly value: unknown } | { readonly failure: ScoreFailure };

/** A limit that it exceeded, or a process that ended for another reason. */
export type ScoreFailure = 'time' | 'memory' | 'process';

export interface ScoreTask {
  readonly caller: string;
  readonly work: ScoreWork;
  readonly settle: (computed: Computed) => void;
}

/** Work for a score process: a row to score, or, without one, settings to check. */
export interface ScoreWork extends Pick<SentEvaluator, 'key' | 'settings'> {
  readonly sent?: SentRow;
}

/** What a score process answers: that it is ready, then one value for each work, in order, and how long it took. */
export type ScoreAnswer =
  | { readonly isReady: true }
  | { readonly value: JudgedResult | SettingProblem | null; readonly ms: number };

export interface ScoreLimits {
  /** Time for one row, in milliseconds. */
  readonly timeMs: number;
  /** Heap of a process, in MiB. */
  readonly memoryMb: number;
  /** Size of output and row together, in characters of JSON. */
  readonly characters: number;
  readonly processes: number;
  readonly idleMs: number;
}

export const SCORE_LIMITS: ScoreLimits = {
  timeMs: 5000,
  memoryMb: 256,
  characters: SCORED_TEXT.most,
  // One slow row must not hold up all others.
  processes: 2,
  idleMs: 30_000,
};
