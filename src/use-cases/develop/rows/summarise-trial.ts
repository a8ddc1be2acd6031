import type { Parameters } from '../../../contract/variants/variant.ts';
import { mean, sum } from '../../../foundation/numbers.ts';
import type { TrialConfiguration, TrialRow } from './trial.ts';

/** Sums up the answers of each configuration. @param names - the evaluators, in order */
export function summariseTrial(
  configurations: readonly Parameters[],
  rows: readonly TrialRow[],
  names: readonly string[],
): TrialConfiguration[] {
  return configurations.map((config, index) => {
    const answers = rows.flatMap(({ answers: all }) => all[index] ?? []);
    const failed = answers.filter(({ error }) => error !== null).length;
    const costs = answers.flatMap(({ cost }) => cost ?? []);
    return {
      config,
      answered: answers.length - failed,
      failed,
      cost: costs.length === 0 ? null : sum(costs),
      latency: mean(answers.flatMap(({ latency }) => latency ?? [])),
      scores: Object.fromEntries(
        names.map((name) => [name, mean(answers.flatMap(({ scores }) => toNumber(scores[name])))]),
      ),
    };
  });
}

/** Pass is 1, and fail 0; a text is no number. */
function toNumber(score: unknown): number[] {
  if (typeof score === 'boolean') return [Number(score)];
  return typeof score === 'number' ? [score] : [];
}
