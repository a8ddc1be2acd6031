import type { JudgedResult } from '../../../contract/evaluations/result.ts';
import type { SettingProblem } from '../../../evaluation/evaluators/definition/evaluator-definition.ts';
import { sizeOf } from '../../../evaluation/evaluators/definition/size-of.ts';
import type { HeavyWork } from '../../../evaluation/judges/evaluator-tools.ts';
import { errorResult } from '../../../evaluation/results/make-result.ts';
import { createScorePool } from './create-score-pool.ts';
import { SCORE_LIMITS, type ScoreLimits, type ScoreFailure } from './score-task.ts';

export interface ScoreProcesses extends HeavyWork {
  close(this: void): void;
}

/**
 * Creates the processes that compute scores for all callers of a service. None starts before it is needed.
 *
 * @param script - `score-process`
 */
export function createHeavyWork(script: URL, given: Partial<ScoreLimits> = {}): ScoreProcesses {
  const limits = { ...SCORE_LIMITS, ...given };
  const pool = createScorePool({ script, limits });
  return {
    score: async ({ key, settings, caller }, sent, signal) => {
      const size = sizeOf([sent.output, sent.row], limits.characters);
      if (size > limits.characters) return errorResult(tooLong(key, limits));
      const computed = await pool.compute(caller, { key, settings, sent }, signal);
      // Computed by this evaluator in src/service/evaluators/scoring/score-process.ts.
      return 'value' in computed
        ? (computed.value as JudgedResult)
        : errorResult(describe(key, computed.failure, limits));
    },
    check: async ({ key, settings, caller }) => {
      const computed = await pool.compute(caller, { key, settings });
      // As above.
      if ('value' in computed) return computed.value as SettingProblem | null;
      const [setting = ''] = Object.keys(JSON.parse(settings) as object);
      return { setting, message: `Input should be simpler: ${describe(key, computed.failure, limits)}` };
    },
    close: pool.close,
  };
}

function tooLong(key: string, { characters }: ScoreLimits): string {
  return `${key} scores at most ${characters.toLocaleString('en')} characters of output and row together.`;
}

function describe(key: string, failure: ScoreFailure, { timeMs, memoryMb }: ScoreLimits): string {
  if (failure === 'time') return `${key} took longer than ${timeMs / 1000} s and was stopped.`;
  if (failure === 'memory') return `${key} needed more than ${memoryMb} MB of memory and was stopped.`;
  return `The process that computed ${key} ended unexpectedly.`;
}
