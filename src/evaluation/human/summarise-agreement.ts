import type { AgreementSummary, KappaSummary } from '../../contract/human-evaluations/human-summary.ts';
import type { HumanVote } from '../../contract/human-evaluations/human-evaluation.ts';
import { sum } from '../../foundation/numbers.ts';
import { cohenKappa, fleissKappa, krippendorffAlpha, type Measurement } from '../statistics/agreement.ts';
import { createRandom } from '../statistics/random.ts';

interface AgreementOptions {
  readonly voterIds: readonly string[];
  /** The possible votes; `null` for scores. */
  readonly categories: readonly string[] | null;
  readonly measurement: Measurement;
  readonly level: number;
  readonly seed: number;
}

/**
 * Uses Krippendorff's alpha over all cases with two votes or more. Votes also have a kappa, over the cases where it is
 * defined. Holds the votes: people cast them, so there are few.
 */
export function summariseAgreement(options: AgreementOptions) {
  const { voterIds, categories, measurement, level, seed } = options;
  if (voterIds.length < 2) return { add: (_votes: readonly HumanVote[]): void => undefined, read: () => null };
  const cases: (readonly HumanVote[])[] = [];
  return {
    add(votes: readonly HumanVote[]): void {
      if (votes.length > 1) cases.push(votes);
    },
    read(): AgreementSummary {
      const rated = cases.map((votes) => valuesOf(votes, categories)).filter((values) => values.length > 1);
      const alpha = krippendorffAlpha(rated, measurement, { random: createRandom(seed), level });
      return {
        statistic: 'krippendorff_alpha',
        measurement,
        value: alpha?.value ?? null,
        interval: alpha?.interval ?? null,
        cases: rated.length,
        voters: voterIds.length,
        reason: alpha !== null ? null : rated.length === 0 ? NO_CASE : NO_DIFFERENCE,
        kappas: categories === null ? [] : [kappaOf(cases, categories, options)].filter((kappa) => kappa !== null),
      };
    },
  };
}

const NO_CASE = 'No case has votes from two people.';
const NO_DIFFERENCE = 'All votes are the same, so chance explains the agreement.';

/** Scores, or the positions of votes in the list of possible ones. */
function valuesOf(votes: readonly HumanVote[], categories: readonly string[] | null): number[] {
  if (categories === null) return votes.filter(({ score }) => score !== '').map(({ score }) => Number(score));
  return votes.map(({ vote }) => categories.indexOf(vote)).filter((category) => category !== -1);
}

function kappaOf(
  cases: readonly (readonly HumanVote[])[],
  categories: readonly string[],
  { voterIds, level, seed }: AgreementOptions,
): KappaSummary | null {
  if (voterIds.length === 2) {
    const table = toTable(cases, categories, voterIds);
    const kappa = cohenKappa(table, level);
    const count = sum(table.flat());
    return kappa === null ? null : { statistic: 'cohen_kappa', ...kappa, cases: count, votes: 2 };
  }
  const rated = cases.map((votes) => valuesOf(votes, categories)).filter((values) => values.length > 1);
  const votes = mostFrequent(rated.map((values) => values.length));
  const complete = rated
    .filter((values) => values.length === votes)
    .map((values) => categories.map((_, category) => values.filter((value) => value === category).length));
  const kappa = fleissKappa(complete, { random: createRandom(seed), level });
  return kappa === null ? null : { statistic: 'fleiss_kappa', ...kappa, cases: complete.length, votes };
}

/** How often the first voter gave category i while the second gave j. */
function toTable(
  cases: readonly (readonly HumanVote[])[],
  categories: readonly string[],
  voterIds: readonly string[],
): number[][] {
  const table = categories.map(() => categories.map(() => 0));
  for (const votes of cases) {
    const [first = -1, second = -1] = voterIds.map((id) =>
      categories.indexOf(votes.find(({ voter_id }) => voter_id === id)?.vote ?? ''),
    );
    const row = table[first];
    if (row !== undefined && second !== -1) row[second] = (row[second] ?? 0) + 1;
  }
  return table;
}

/** Of equally frequent numbers, the greatest; 0 for none. */
function mostFrequent(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  const [first] = [...counts].toSorted(([a, m], [b, n]) => n - m || b - a);
  return first?.[0] ?? 0;
}
