import type {
  ChoiceSummary,
  HumanSummary,
  PreferenceSummary,
  ScoreSummary,
} from '../../contract/human-evaluations/human-summary.ts';
import {
  BOTH_BAD,
  BOTH_GOOD,
  type HumanEvaluation,
  type HumanVote,
  type HumanVoter,
} from '../../contract/human-evaluations/human-evaluation.ts';
import { sum } from '../../foundation/numbers.ts';
import { bootstrapMean, createGroupedSums, type GroupedSums } from '../statistics/bootstrap.ts';
import { signTest } from '../statistics/hypothesis-tests.ts';
import { clipInterval, createMoments, type Interval, meanInterval, shareInterval } from '../statistics/intervals.ts';
import type { Measurement } from '../statistics/agreement.ts';
import { createRandom } from '../statistics/random.ts';
import type { HumanCase } from './human-case.ts';
import { summariseAgreement } from './summarise-agreement.ts';

export interface SummariseVotesOptions {
  readonly evaluation: HumanEvaluation;
  readonly voters: readonly HumanVoter[];
  readonly cases: AsyncIterable<HumanCase>;
  /** Confidence level of the intervals. @defaultValue 0.95 */
  readonly level?: number;
  /** Seed of the bootstrap. @defaultValue 1 */
  readonly seed?: number;
  /** What differences between scores mean. @defaultValue interval */
  readonly measurement?: Measurement;
}

/** Summarises votes in one pass over the cases, without judges' verdicts. */
export async function summariseVotes(options: SummariseVotesOptions): Promise<Omit<HumanSummary, 'judges'>> {
  const { evaluation, voters, level = 0.95, seed = 1, measurement = 'interval' } = options;
  const isScored = evaluation.evaluation_type === 'single_model_test';
  const categories = choicesOf(evaluation);
  const agreement = summariseAgreement({
    voterIds: voters.filter(({ votes }) => votes > 0).map(({ id }) => id),
    categories: isScored ? null : categories.map(({ vote }) => vote),
    measurement: isScored ? measurement : 'nominal',
    level,
    seed,
  });
  const choices = summariseChoices(categories, seed);
  const scores = summariseScores(seed);
  const notBlind = new Map<string, number>();
  let [rows, voted, votes, isShared] = [0, 0, 0, false];
  for await (const each of options.cases) {
    rows += 1;
    if (each.votes.length === 0) continue;
    voted += 1;
    votes += each.votes.length;
    isShared ||= each.votes.length > 1;
    for (const { voter_id, is_blind } of each.votes) {
      if (!is_blind) notBlind.set(voter_id, (notBlind.get(voter_id) ?? 0) + 1);
    }
    agreement.add(each.votes);
    if (isScored) scores.add(each.votes);
    else choices.add(each.votes);
  }
  return {
    id: evaluation.id,
    evaluation_type: evaluation.evaluation_type,
    status: evaluation.status,
    level,
    seed,
    rows,
    voted,
    votes,
    not_blind: sum(notBlind.values()),
    method: isShared ? 'bootstrap' : isScored ? 'student' : 'clopper_pearson',
    choices: isScored ? [] : choices.read(votes, isShared, level, seed),
    preference: isScored ? null : choices.readPreference(),
    score: isScored ? scores.read(isShared, level, seed) : null,
    voters: voters.map(({ id, name, votes: count }) => ({ id, name, votes: count, not_blind: notBlind.get(id) ?? 0 })),
    agreement: agreement.read(),
  };
}

/** Lists the possible votes: a variant, both good, both bad. */
export function choicesOf({ variant_ids, variant_names, revisions }: HumanEvaluation) {
  return [
    ...variant_ids.map((vote, index) => ({
      vote,
      label: `${variant_names[index] ?? vote}@${revisions[index] ?? '?'}`,
    })),
    { vote: BOTH_GOOD, label: 'both good' },
    { vote: BOTH_BAD, label: 'both bad' },
  ];
}

function summariseChoices(choices: readonly { readonly vote: string; readonly label: string }[], seed: number) {
  const groups = choices.map(() => createGroupedSums(createRandom(seed)));
  const totals = choices.map(() => 0);
  const preferred = { first: 0, second: 0, neither: 0 };
  return {
    add(votes: readonly HumanVote[]): void {
      const counts = choices.map(({ vote }) => votes.filter((given) => given.vote === vote).length);
      for (const [index, count] of counts.entries()) {
        totals[index] = (totals[index] ?? 0) + count;
        groups[index]?.add(count, votes.length);
      }
      const [first = 0, second = 0] = counts;
      preferred[first > second ? 'first' : first < second ? 'second' : 'neither'] += 1;
    },
    read(votes: number, isShared: boolean, level: number, seedOfDraws: number): ChoiceSummary[] {
      return choices.map(({ vote, label }, index) => {
        const count = totals[index] ?? 0;
        const interval = isShared
          ? sharedInterval(groups[index], level, seedOfDraws + index)
          : shareInterval(count, votes, level);
        return { vote, label, votes: count, share: votes === 0 ? null : count / votes, interval };
      });
    },
    readPreference(): PreferenceSummary {
      const { first, second } = preferred;
      return { ...preferred, p_value: first + second === 0 ? null : signTest(first, second) };
    },
  };
}

function summariseScores(seed: number) {
  const groups = createGroupedSums(createRandom(seed));
  const moments = createMoments();
  return {
    add(votes: readonly HumanVote[]): void {
      const scores = votes.filter(({ score }) => score !== '').map(({ score }) => Number(score));
      for (const score of scores) moments.add(score);
      groups.add(sum(scores), scores.length);
    },
    read(isShared: boolean, level: number, seedOfDraws: number): ScoreSummary {
      const found = moments.read();
      if (found.count === 0) return { mean: null, interval: null, least: null, greatest: null };
      const { mean, least, greatest } = found;
      const interval = isShared ? bootstrapInterval(groups, level, seedOfDraws) : meanInterval(found, level);
      const isOnPage = least >= SCORES.low && greatest <= SCORES.high;
      return { mean, interval: isOnPage ? clipInterval(spread(interval), SCORES) : spread(interval), least, greatest };
    },
  };
}

/** The scores that the page takes. Others come only through the API. */
const SCORES = { low: 0, high: 100 };

/** Equal scores show no spread, so there is no interval. */
function spread(interval: Interval | null): Interval | null {
  return interval === null || interval[0] === interval[1] ? null : interval;
}

/** Where the share is the same in all cases, a bootstrap shows no spread: Clopper and Pearson's interval, as of one vote per case. */
function sharedInterval(groups: GroupedSums | undefined, level: number, seed: number): Interval | null {
  const interval = spread(bootstrapInterval(groups, level, seed));
  if (interval !== null || groups === undefined) return interval;
  const { sums, counts } = groups.read();
  const share = sum(sums) / sum(counts);
  return shareInterval(share * sums.length, sums.length, level);
}

/** Several votes on one case are not independent, so the bootstrap draws whole cases. */
function bootstrapInterval(groups: GroupedSums | undefined, level: number, seed: number): Interval | null {
  const read = groups?.read();
  if (read === undefined || read.sums.length < 2) return null;
  return bootstrapMean(read, { random: createRandom(seed), level }).interval;
}
