import type { JudgedResult } from '../../../contract/evaluations/result.ts';
import type { SettingProblem } from '../../../evaluation/evaluators/definition/evaluator-definition.ts';
import type { SentEvaluator, SentRow } from '../../../evaluation/judges/evaluator-tools.ts';

/** Work for a score process: a row to score, or, without one, settings to check. */
export interface ScoreWork extends Pick<SentEvaluator, 'key' | 'settings'> {
  readonly sent?: SentRow;
}

/** What a score process answers: that it is ready, then one value for each work, in order, and how long it took. */
export type ScoreAnswer =
  | { readonly isReady: true }
  | { readonly value: JudgedResult | SettingProblem | null; readonly ms: number };
