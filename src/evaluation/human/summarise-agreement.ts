import type { AgreementSummary } from '../../contract/human-evaluations/human-summary.ts';
import type { HumanVote } from '../../contract/human-evaluations/human-vote.ts';
import { type Agreement, cohenKappa, createFleissKappa, createKrippendorffAlpha } from '../statistics/agreement.ts';

/** Measures, case by case, how far people agree. */
export interface AgreementSummariser {
  add(votes: readonly HumanVote[]): void;
  read(): AgreementSummary | null;
}

export interface AgreementOptions {
  /** The people who voted. */
  readonly voterIds: readonly string[];
  /** The possible votes; `null` for scores. */
  readonly categories: readonly string[] | null;
  readonly level: number;
}

/** Uses Cohen's kappa for votes of two people, Fleiss' kappa for more, Krippendorff's alpha for scores. */
export function summariseAgreement({ voterIds, categories, level }: AgreementOptions): AgreementSummariser {
  if (voterIds.length < 2) return { add: () => undefined, read: () => null };
  const voters = voterIds.length;
  if (categories === null) return summariseScores(voters);
  return voters === 2 ? summarisePair(voterIds, categories, level) : summariseMany(voters, categories);
}

function summarisePair(voterIds: readonly string[], categories: readonly string[], level: number): AgreementSummariser {
  const table = categories.map(() => categories.map(() => 0));
  let cases = 0;
  return {
    add(votes) {
      const [first, second] = voterIds.map((id) =>
        categories.indexOf(votes.find(({ voter_id }) => voter_id === id)?.vote ?? ''),
      );
      const row = table[first ?? -1];
      if (row === undefined || second === undefined || second === -1) return;
      row[second] = (row[second] ?? 0) + 1;
      cases += 1;
    },
    read: () => toSummary('cohen_kappa', cohenKappa(table, level), cases, 2),
  };
}

function summariseMany(voters: number, categories: readonly string[]): AgreementSummariser {
  const kappa = createFleissKappa(categories.length);
  return {
    add(votes) {
      const counts = categories.map((category) => votes.filter(({ vote }) => vote === category).length);
      if (counts.reduce((sum, count) => sum + count, 0) === voters) kappa.add(counts);
    },
    read: () => toSummary('fleiss_kappa', kappa.read(), kappa.cases(), voters),
  };
}

function summariseScores(voters: number): AgreementSummariser {
  const alpha = createKrippendorffAlpha();
  return {
    add: (votes) => alpha.add(votes.filter(({ score }) => score !== '').map(({ score }) => Number(score))),
    read: () => toSummary('krippendorff_alpha', alpha.read(), alpha.cases(), voters),
  };
}

function toSummary(
  statistic: AgreementSummary['statistic'],
  agreement: Agreement | null,
  cases: number,
  voters: number,
): AgreementSummary {
  const reason =
    agreement !== null
      ? null
      : cases === 0
        ? 'No case has votes from all of them.'
        : 'All votes are the same, so chance explains the agreement.';
  return { statistic, value: agreement?.value ?? null, interval: agreement?.interval ?? null, cases, voters, reason };
}
