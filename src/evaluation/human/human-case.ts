import type {
  CaseVotes,
  HumanEvaluationScenario,
  HumanVote,
} from '../../contract/human-evaluations/human-evaluation.ts';
import { sum } from '../../foundation/numbers.ts';

/** A case with all votes on it. */
export interface HumanCase {
  readonly scenario: HumanEvaluationScenario;
  /** Without votes that have only a note. */
  readonly votes: readonly HumanVote[];
}

/**
 * Joins votes with their cases; both are in the order of the test set.
 *
 * @yields each case
 */
export async function* joinVotes(
  scenarios: AsyncIterable<HumanEvaluationScenario>,
  votes: AsyncIterable<CaseVotes>,
): AsyncGenerator<HumanCase> {
  const iterator = votes[Symbol.asyncIterator]();
  try {
    for await (const scenario of scenarios) {
      const next = await iterator.next();
      const given = next.done === true || next.value.scenario_id !== scenario.id ? [] : next.value.votes;
      yield { scenario, votes: given.filter(({ vote, score }) => vote !== '' || score !== '') };
    }
  } finally {
    await iterator.return?.();
  }
}

/**
 * Reads cases from a service that sends one vote or score per case, and nobody's name.
 *
 * @yields each case; its only vote counts as blind, because nothing says otherwise
 */
export async function* readCases(scenarios: AsyncIterable<HumanEvaluationScenario>): AsyncGenerator<HumanCase> {
  for await (const scenario of scenarios) {
    const { vote, score, note } = scenario;
    const isVoted = vote !== '' || score !== '';
    const only = { voter_id: '', vote, score, note, is_blind: true, updated_at: '' };
    yield { scenario, votes: isVoted ? [only] : [] };
  }
}

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
    return sum(scores) / scores.length >= passScore ? GOOD : BAD;
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
    return most([...counts, votes.length - sum(counts)]);
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
