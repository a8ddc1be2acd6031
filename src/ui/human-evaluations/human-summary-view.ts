import { countOf } from '../../foundation/numbers.ts';
import type { IntervalEnds } from '../../contract/evaluations/comparison.ts';
import type {
  AgreementSummary,
  ChoiceSummary,
  HumanSummary,
  JudgeSummary,
  KappaSummary,
  VoterSummary,
} from '../../contract/human-evaluations/human-summary.ts';
import { describeIntervals } from '../../contract/evaluations/describe-results.ts';
import { formatShort } from '../layout/text/format-value.ts';
import { scoreBar } from '../layout/text/charts.ts';
import { type Block, drawn, type Field, lackingView, toRecord, toText, type View } from '../layout/view.ts';
import { type Column, toTable } from '../layout/table-model.ts';
import type { HumanOutputs, ShownHumanEvaluation } from '../../contract/human-evaluations/human-evaluation.ts';
import { nameVariants } from '../../contract/evaluations/subject.ts';
import { valueOf } from '../evaluations/evaluation-columns.ts';

export function humanSummaryView(summary: HumanSummary): View {
  return [
    toRecord([
      { label: 'id', kind: 'id', value: summary.id },
      { label: 'status', kind: 'status', value: summary.status },
      { label: 'cases voted on', value: `${summary.voted} of ${summary.rows}` },
      { label: 'votes', kind: 'integer', value: summary.votes },
      ...(summary.not_blind === 0 ? [] : [{ label: 'not blind', kind: 'integer' as const, value: summary.not_blind }]),
      ...scoreFields(summary),
      ...preferenceFields(summary),
      ...agreementFields(summary.agreement),
    ]),
    ...(summary.choices.length === 0 ? [] : [toTable({ columns: choiceSummaryColumns, rows: summary.choices })]),
    ...(summary.lacking === undefined
      ? [toTable({ columns: voterSummaryColumns, rows: summary.voters, empty: 'Nobody has voted yet.' })]
      : lackingView(summary.lacking)),
    ...summary.judges.flatMap(judgeBlocks),
    toText(describeIntervals(summary.level)),
  ];
}

function scoreFields({ score }: HumanSummary): Field[] {
  if (score === null) return [];
  return [
    { label: 'mean score', kind: 'score', value: score.mean },
    { label: '0 to 100', kind: 'bar', value: scoreBar(share(score.mean), shares(score.interval)), only: 'drawn' },
    ...intervalFields('mean score', score.interval),
    { label: 'least', kind: 'score', value: score.least },
    { label: 'greatest', kind: 'score', value: score.greatest },
  ];
}

function preferenceFields({ preference, choices }: HumanSummary): Field[] {
  if (preference === null) return [];
  const [first, second] = choices;
  return [
    { label: `cases for ${first?.label ?? 'the first'}`, kind: 'integer', value: preference.first },
    { label: `cases for ${second?.label ?? 'the second'}`, kind: 'integer', value: preference.second },
    { label: 'cases for neither', kind: 'integer', value: preference.neither },
    { label: 'p (sign test)', kind: 'probability', value: preference.p_value },
  ];
}

function agreementFields(agreement: AgreementSummary | null): Field[] {
  if (agreement === null) return [];
  const { statistic, measurement, voters, cases, value, interval, reason, kappas } = agreement;
  const label = `${agreementLabel(statistic)} (${measurement}, ${voters} voters, ${countOf(cases, 'case')})`;
  if (value === null) return [{ label, value: `unknown: ${reason ?? ''}` }];
  return [
    { label, kind: 'score', value },
    ...intervalFields('agreement', interval),
    ...(interval === null
      ? [{ label: 'agreement within', value: 'unknown: the cases are too few, or all alike' }]
      : []),
    ...kappas.flatMap((kappa) => [
      { label: kappaLabel(kappa), kind: 'score' as const, value: kappa.value },
      ...intervalFields('kappa', kappa.interval),
    ]),
  ];
}

function kappaLabel({ statistic, votes, cases }: KappaSummary): string {
  return `${agreementLabel(statistic)} (${countOf(cases, 'case')} with ${votes} votes)`;
}

function intervalFields(label: string, interval: IntervalEnds | null): Field[] {
  if (interval === null) return [];
  const ends = interval.map((end) => formatShort('score', end));
  return [
    { label: `${label} from`, kind: 'score', value: interval[0], only: 'written' },
    { label: `${label} to`, kind: 'score', value: interval[1], only: 'written' },
    { label: `${label} within`, value: ends.join(' – '), only: 'drawn' },
  ];
}

const MAX_SCORE = 100;

function share(score: number | null): number | null {
  return score === null ? null : score / MAX_SCORE;
}

function shares(interval: IntervalEnds | null): IntervalEnds | null {
  return interval === null ? null : [interval[0] / MAX_SCORE, interval[1] / MAX_SCORE];
}

function judgeBlocks(judge: JudgeSummary): Block[] {
  const rows = judge.human_labels.map((label, index) => ({ label, counts: judge.table[index] ?? [] }));
  const title = `People (rows) and ${evaluatorsOf(judge).join(', ')} (columns), ${countOf(judge.cases, 'case')}`;
  return [
    toTable({ title, columns: judgeColumns(judge), rows }),
    toRecord([
      { label: 'same verdict', kind: 'score', value: judge.agreement },
      ...intervalFields('same verdict', judge.agreement === null ? null : judge.interval),
      { label: "Cohen's kappa", kind: 'score', value: judge.kappa },
      ...intervalFields('kappa', judge.kappa_interval),
      { label: 'cases without a row', kind: 'integer', value: judge.unpaired },
      { label: 'undecided', kind: 'integer', value: judge.undecided },
    ]),
  ];
}

/** Lists the evaluators; only the JSON document has the evaluations. */
function evaluatorsOf({ against }: JudgeSummary): string[] {
  return [...new Set(against.map((name) => name.slice(name.indexOf(':') + 1)))];
}

const choiceSummaryColumns: readonly Column<ChoiceSummary>[] = [
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

const voterSummaryColumns: readonly Column<VoterSummary>[] = [
  { header: 'voter', value: ({ name }) => name },
  { header: 'votes', kind: 'integer', value: ({ votes }) => votes },
  { header: 'not blind', kind: 'integer', value: (voter) => voter.not_blind, dropOrder: 1 },
];

/** Creates the columns of a confusion matrix: people's votes against the judge's verdicts. */
function judgeColumns({ judge_labels }: JudgeSummary): Column<{ label: string; counts: readonly number[] }>[] {
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

function agreementLabel(statistic: Statistic): string {
  return LABELS[statistic];
}

function percentOf(share: number | null | undefined): number | null {
  return share == null ? null : share * 100;
}

const voterColumns: readonly Column<ShownHumanEvaluation['voters'][number]>[] = [
  { header: 'voter', value: ({ name }) => name },
  { header: 'cases', kind: 'integer', value: ({ votes }) => votes },
  { header: 'unblinded', kind: 'time', value: (voter) => voter.revealed_at, dropOrder: 2 },
  { header: 'personal link', value: ({ link }) => link, only: 'written' },
];

const outputColumns: readonly Column<HumanOutputs>[] = [
  { header: 'variant', value: (outputs) => outputs.variant_name },
  { header: 'outputs', value: ({ status }) => valueOf(status), kind: 'status' },
  { header: 'done', kind: 'integer', value: ({ done }) => done },
  { header: 'of', kind: 'integer', value: ({ rows }) => rows },
  { header: 'error', value: ({ status }) => status.error?.message },
];

export function humanEvaluationView(shown: ShownHumanEvaluation, serverUrl: string | null): View {
  return [
    toRecord([
      { label: 'id', kind: 'id', value: shown.id },
      { label: 'type', value: shown.evaluation_type },
      { label: 'variants', value: nameVariants(shown) },
      { label: 'test set', value: shown.testset_name },
      { label: 'status', kind: 'status', value: shown.status },
      { label: 'created', kind: 'time', value: shown.created_at },
    ]),
    ...(shown.outputs.length === 0 ? [] : [toTable({ columns: outputColumns, rows: shown.outputs })]),
    ...(shown.voters.length === 0 ? [] : [toTable({ columns: voterColumns, rows: shown.voters })]),
    ...drawn(...shown.voters.flatMap(({ name, link }) => (link === null ? [] : [toText(`${name} votes at:`, link)]))),
    ...linkText(shown.link, serverUrl),
    ...lackingView(shown.lacking),
  ];
}

/** Shows the link outside the record, so that a terminal does not wrap it. */
function linkText(link: string | null, serverUrl: string | null): Block[] {
  if (link === null) return [];
  if (serverUrl !== null) return [toText(`Vote at: ${link}`)];
  return [
    toText(`No server is running for the vote. Start one (wf dev or wf serve) and open its address with ${link}`),
  ];
}
