import type { HumanCase } from './human-case.ts';

/** How people's votes and a judge's scores map to labels, as an index; `null`: undecided. */
export interface Verdicts {
  readonly human: readonly string[];
  readonly judge: readonly string[];
  readonly readHuman: (each: HumanCase) => number | null;
  /** @param values - the judge's, one per variant that is judged */
  readonly readJudge: (values: readonly (number | boolean | null)[]) => number | null;
}

const [GOOD, BAD] = [0, 1];

/** An output is good from a mean score on. */
export function humanGood(passScore: number): Verdicts['readHuman'] {
  return ({ votes }) => {
    const scores = votes.filter(({ score }) => score !== '').map(({ score }) => Number(score));
    if (scores.length === 0) return null;
    return scores.reduce((sum, score) => sum + score, 0) / scores.length >= passScore ? GOOD : BAD;
  };
}

/** The most frequent vote; undecided on a tie. */
export function humanChoice(choices: readonly string[]): Verdicts['readHuman'] {
  return ({ votes }) => most(choices.map((choice) => votes.filter(({ vote }) => vote === choice).length));
}

/** The variant that most people preferred, or neither. */
export function humanPreference(variants: readonly string[]): Verdicts['readHuman'] {
  return ({ votes }) => {
    const counts = variants.map((id) => votes.filter(({ vote }) => vote === id).length);
    return most([...counts, votes.length - counts.reduce((sum, count) => sum + count, 0)]);
  };
}

/** An output is good when the judge passed it, or from a score on. */
export function goodOrBad(pass: number | null, goal: 'higher' | 'lower'): Verdicts['readJudge'] {
  return ([value = null]) => {
    if (value === null) return null;
    if (typeof value === 'boolean') return value ? GOOD : BAD;
    if (pass === null) return null;
    return (goal === 'higher' ? value >= pass : value <= pass) ? GOOD : BAD;
  };
}

/** A judge prefers the variant with the better score. */
export function compareVerdicts(goal: 'higher' | 'lower'): Verdicts['readJudge'] {
  return ([first = null, second = null]) => {
    if (first === null || second === null) return null;
    const gain = Number(second) - Number(first);
    if (gain === 0) return 2;
    const isSecondBetter = goal === 'higher' ? gain > 0 : gain < 0;
    return isSecondBetter ? 1 : 0;
  };
}

function most(counts: readonly number[]): number | null {
  const highest = Math.max(...counts);
  const [first = null, ...others] = counts.flatMap((count, index) => (count === highest ? [index] : []));
  return others.length === 0 ? first : null;
}
