import type {
  GateCheck,
  GatePlan,
  GateReport,
  GateResult,
  GateVerdict,
  PlannedCheck,
} from '../../contract/evaluations/gate-report.ts';
import { describeBaseline } from '../../contract/evaluations/subject.ts';
import { formatShort } from '../layout/text/format-value.ts';
import { toText, type View } from '../layout/view.ts';
import { type Column, toTable } from '../layout/table-model.ts';
import type { EvaluationForecast } from '../../contract/evaluations/evaluation-progress.ts';
import { countOf, sumOf } from '../../foundation/numbers.ts';

const SIGNS: Readonly<Record<GateVerdict, string>> = {
  passed: '✓ passed',
  failed: '✗ failed',
  inconclusive: '? inconclusive',
};

const checkColumns: readonly Column<GateCheck>[] = [
  { header: 'check', value: ({ metric }) => metric },
  { header: 'rule', value: ({ rule }) => rule },
  { header: 'verdict', value: ({ verdict }) => SIGNS[verdict] },
  { header: 'value', kind: 'figure', value: (check) => figureOf(check, check.value) },
  { header: 'from', kind: 'figure', value: (check) => figureOf(check, check.interval?.[0]), only: 'written' },
  { header: 'to', kind: 'figure', value: (check) => figureOf(check, check.interval?.[1]), only: 'written' },
  { header: 'interval', value: intervalOf, dropOrder: 3, only: 'drawn' },
  { header: 'cases', kind: 'integer', value: ({ cases }) => cases, dropOrder: 2 },
  { header: 'needed', kind: 'integer', value: (check) => check.needed_cases, dropOrder: 1 },
  { header: 'reason', value: ({ reason }) => reason },
];

function intervalOf(check: GateCheck): string | null {
  return check.interval?.map((end) => formatShort('figure', figureOf(check, end))).join(' – ') ?? null;
}

/** A change of costs or latencies is a percentage, as in a comparison. */
function figureOf({ scale }: GateCheck, value: number | null | undefined): number | string | null | undefined {
  return scale === 'ratio' && value != null ? `${Number((value * 100).toPrecision(3))} %` : value;
}

/** Shows the gate's verdict on each evaluation; nothing without a gate. */
export function gateView(report: GateReport | null): View {
  if (report === null) return [];
  return [
    ...report.results.flatMap((result) => [
      toTable({
        title: `Gate ${report.gate} on ${result.variant}${atRoute(result)}${onSubset(result)} (${result.id}): ${SIGNS[result.verdict]}`,
        columns: checkColumns,
        rows: result.checks,
      }),
      ...unpairedView(result),
      ...describeSpent(result),
    ]),
    ...baselineView(report),
    toText(`The gate ${report.gate}: ${SIGNS[report.verdict]}.`),
  ];
}

function baselineView({ baseline, baseline_source: source }: GateReport): View {
  const text = baseline === null ? null : describeBaseline(baseline, source);
  return text === null ? [] : [toText(text)];
}

/** Cases that cannot be compared say nothing for the candidate. */
function unpairedView({ only_in_baseline: before = 0, only_in_candidate: after = 0 }: GateResult): View {
  if (before + after === 0) return [];
  return [
    toText(`Not compared: ${countOf(before, 'case')} that only the baseline has, ${after} that only this one has.`),
  ];
}

function atRoute({ route }: GateReport['results'][number]): string {
  return route === undefined ? '' : ` at ${route}`;
}

function onSubset({ subset }: GateReport['results'][number]): string {
  return subset === undefined ? '' : ` on ${subset}`;
}

/** Describes how the error rate of confident rules is spent: more looks and more choices need more rows. */
function describeSpent({ look, choices, checks }: GateResult): View {
  if (!checks.some(({ rule }) => /confident|not worse/.test(rule))) return [];
  const primary = new Set(checks.flatMap((check) => (check.primary ? [check.metric] : [])));
  const isRepeated = (look ?? 1) > 1;
  const isChosen = (choices ?? 1) > 1;
  const sentences = [
    describeLook(look, choices),
    ...(isChosen ? [`Best of ${choices} variants on these rows: its error rate is divided by ${choices}.`] : []),
    ...(isRepeated || isChosen
      ? ['A test set of other rows starts anew, for this variant and the baseline alone.']
      : []),
    ...(primary.size === 0 ? [] : [`Primary: ${[...primary].join(', ')}.`]),
  ];
  return [toText(sentences.join(' '))];
}

function describeLook(look: GateResult['look'], choices: GateResult['choices']): string {
  if (look == null)
    return `${choices == null ? 'Looks and choices' : 'Looks'} are not counted here: this is judged as the first.`;
  if (look === 1) return 'Look 1.';
  return `Look ${look} of this gate at this variant and test set: all after the first share a fifth of its error rate.`;
}

const plannedColumns = (checks: readonly PlannedCheck[]): readonly Column<PlannedCheck>[] => [
  { header: 'check', value: ({ metric }) => metric },
  { header: 'rule', value: ({ rule }) => rule },
  { header: 'cases to pass', kind: 'integer', value: ({ needed_to_pass }) => needed_to_pass },
  { header: 'to catch', kind: 'integer', value: ({ needed_to_catch }) => needed_to_catch },
  { header: 'can pass', value: ({ can_pass }) => (can_pass === null ? null : can_pass ? '✓ yes' : '✗ no') },
  { header: 'could', value: ({ could }) => (could === null ? null : `not_worse_by: ${could}`), dropOrder: 2 },
  ...(checks.some(({ needed_better }) => needed_better !== null) ? [BETTER_COLUMN] : []),
  { header: 'if', value: ({ assumption }) => assumption, dropOrder: 1 },
];

/** Where a rule cannot pass if nothing changed, a variant that is so much better passes it nevertheless. */
const BETTER_COLUMN: Column<PlannedCheck> = {
  header: 'or better',
  kind: 'integer',
  value: ({ needed_better }) => needed_better,
  dropOrder: 2,
};

/** Shows what a gate can decide on a number of cases; nothing without a gate. */
export function gatePlanView(plan: GatePlan | null): View {
  if (plan === null) return [];
  return [
    toTable({
      title: `Gate ${plan.gate} on ${countOf(plan.cases, 'case')}: needed to pass if nothing changed, and to catch the stated loss (80 % power), at its first look`,
      columns: plannedColumns(plan.checks),
      rows: plan.checks,
    }),
  ];
}

export function forecastView(forecasts: readonly EvaluationForecast[]): View {
  const isJudged = forecasts.some(({ judge_calls = 0 }) => judge_calls > 0);
  const learned = Math.max(0, ...forecasts.map(({ learned_from }) => learned_from));
  return [
    toTable({
      columns: [
        { header: 'variant', value: ({ variant }: EvaluationForecast) => variant },
        { header: 'route', value: ({ route }: EvaluationForecast) => route ?? null, dropOrder: 4 },
        { header: 'rows', kind: 'integer', value: ({ rows }: EvaluationForecast) => rows },
        ...(forecasts.some(({ rows, cases = rows }) => cases < rows) ? [casesColumn] : []),
        { header: 'cached', kind: 'integer', dropOrder: 1, value: ({ cached }: EvaluationForecast) => cached },
        { header: 'calls', kind: 'integer', value: ({ calls }: EvaluationForecast) => calls },
        { header: 'cost', kind: 'cost', value: ({ cost }: EvaluationForecast) => cost },
        {
          header: 'cost, 90 %',
          dropOrder: 3,
          value: (forecast: EvaluationForecast) => range('cost', forecast.cost_interval),
        },
        ...(isJudged ? judgeColumns : []),
        { header: 'time', kind: 'seconds', value: ({ seconds }: EvaluationForecast) => seconds },
        {
          header: 'time, 90 %',
          dropOrder: 2,
          value: (forecast: EvaluationForecast) => range('seconds', forecast.seconds_interval),
        },
      ],
      rows: forecasts,
    }),
    toText(remarkOf(forecasts, learned)),
    ...variableRemarks(forecasts),
  ];
}

const casesColumn: Column<EvaluationForecast> = { header: 'cases', kind: 'integer', value: ({ cases }) => cases };

/** The variants of an app see the same variables. */
function variableRemarks([forecast]: readonly EvaluationForecast[]): View {
  const { counted = [], ignored = [] } = forecast?.variables ?? {};
  const remarks = [
    ...(counted.length === 0 ? [] : [`Variables that determine outputs: ${counted.join(', ')}.`]),
    ...(ignored.length === 0 ? [] : [`Variables that do not: ${ignored.join(', ')}.`]),
  ];
  return remarks.length === 0 ? [] : [toText(remarks.join(' '))];
}

const judgeColumns: readonly Column<EvaluationForecast>[] = [
  { header: 'judge calls', kind: 'integer', value: ({ judge_calls }) => judge_calls },
  { header: 'judge cost', kind: 'cost', value: ({ judge_cost }) => judge_cost },
  {
    header: 'judge cost, 90 %',
    dropOrder: 3,
    value: ({ judge_cost_interval }) => range('cost', judge_cost_interval ?? null),
  },
];

function range(kind: 'cost' | 'seconds', interval: readonly (number | null)[] | null): string | null {
  const [low = null, high = null] = interval ?? [];
  if (low === null) return null;
  const from = formatShort(kind, low);
  return high === null ? `at least ${from}` : `${from} to ${formatShort(kind, high)}`;
}

function remarkOf(forecasts: readonly EvaluationForecast[], learned: number): string {
  const judges = judgeRemark(forecasts);
  if (forecasts.every(({ calls }) => calls === 0)) {
    return judges === '' ? 'Every answer is cached: no calls are needed.' : `Every answer is cached.${judges}`;
  }
  if (learned === 0) return `Cost and time are unknown: this route has not been evaluated before.${judges}`;
  const unknown = forecasts.some(({ cost }) => cost === null) ? ' Their cost is unknown.' : '';
  const open = forecasts.some(({ cost_interval, seconds_interval }) =>
    [cost_interval, seconds_interval].some((interval) => interval?.[1] === null),
  );
  const least = open ? ` "At least": so few or so different calls do not limit how much others cost or take.` : '';
  return `Based on the last ${learned} calls of ${basisOf(forecasts)}.${unknown}${least}${judges}`;
}

/** The time of judges is not forecast: they run while other rows are called. */
function judgeRemark(forecasts: readonly EvaluationForecast[]): string {
  const scores = sumOf(forecasts, ({ judge_scores = 0 }) => judge_scores);
  if (scores === 0) return '';
  const isUnknown = forecasts.some(({ judge_cost }) => judge_cost === null);
  const basis = isUnknown
    ? 'Their cost is unknown: a judge has not scored here before, or its model has no known price.'
    : 'Their cost is based on earlier scores of the same judges.';
  return ` Judges would call models for ${countOf(scores, 'score')}. ${basis}`;
}

function basisOf(forecasts: readonly EvaluationForecast[]): string {
  const isOwn = forecasts.map(({ learned_of }) => learned_of === 'variant');
  if (isOwn.every(Boolean)) return forecasts.length === 1 ? 'the variant' : 'each variant';
  return isOwn.some(Boolean) ? 'each variant, or of the route if a variant has too few' : 'the route';
}
