import type {
  AgreementSummary,
  ChoiceSummary,
  JudgeSummary,
  KappaSummary,
  VoterSummary,
} from '../../contract/human-evaluations/human-summary.ts';
import { scoreBar } from '../layout/text/charts.ts';
import type { Column } from '../layout/table-model.ts';

export const choiceSummaryColumns: readonly Column<ChoiceSummary>[] = [
  { header: 'vote', value: ({ label }) => label },
  { header: 'votes', kind: 'integer', value: ({ votes }) => votes },
  { header: '%', kind: 'score', value: ({ share }) => percentOf(share) },
  { header: 'from', kind: 'score', value: ({ interval }) => percentOf(interval?.[0]), only: 'written' },
  { header: 'to', kind: 'score', value: ({ interval }) => percentOf(interval?.[1]), only: 'written' },
  {
    header: '0 to 100 %',
    kind: 'bar',
    value: ({ share, interval }) => scoreBar(share, interval),
    dropOrder: 2,
    only: 'drawn',
  },
  {
    header: 'interval',
    value: ({ interval }) => interval?.map((end) => `${Math.round(end * 100)} %`).join(' – '),
    dropOrder: 1,
    only: 'drawn',
  },
];

export const voterSummaryColumns: readonly Column<VoterSummary>[] = [
  { header: 'voter', value: ({ name }) => name },
  { header: 'votes', kind: 'integer', value: ({ votes }) => votes },
  { header: 'not blind', kind: 'integer', value: (voter) => voter.not_blind, dropOrder: 1 },
];

/** Creates the columns of a confusion matrix: people's votes against the judge's verdicts. */
export function judgeColumns({ judge_labels }: JudgeSummary): Column<{ label: string; counts: readonly number[] }>[] {
  return [
    { header: 'people', value: ({ label }) => label },
    ...judge_labels.map((label, index) => ({
      header: label,
      kind: 'integer' as const,
      value: ({ counts }: { counts: readonly number[] }) => counts[index],
    })),
  ];
}

type Statistic = (AgreementSummary | KappaSummary)['statistic'];

const LABELS: Readonly<Record<Statistic, string>> = {
  cohen_kappa: "Cohen's kappa",
  fleiss_kappa: "Fleiss' kappa",
  krippendorff_alpha: "Krippendorff's alpha",
};

/** Returns the name of an agreement statistic. */
export function agreementLabel(statistic: Statistic): string {
  return LABELS[statistic];
}

function percentOf(share: number | null | undefined): number | null {
  return share == null ? null : share * 100;
}
