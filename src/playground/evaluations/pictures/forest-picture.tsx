import type { ComparedMetric } from '../../../contract/evaluations/comparison.ts';
import { describeVerdict } from '../../../contract/evaluations/describe-results.ts';
import { RecordTable } from '../../elements/record-table.tsx';
import { createAxis } from '../../pictures/axis.ts';
import { IntervalPlot, type IntervalRow, type Mark } from '../../pictures/interval-plot.tsx';
import { Picture } from '../../pictures/picture.tsx';
import { formatChange, formatChanges } from '../../text/format-metrics.ts';

/** A compared metric under the name that its line has. */
export interface NamedMetric {
  readonly name: string;
  readonly metric: ComparedMetric;
}

interface ForestPictureProps {
  readonly title: string;
  readonly caption: string;
  readonly metrics: readonly NamedMetric[];
}

/** Differences with their intervals. Metrics that share a unit share an axis. */
export function ForestPicture({ title, caption, metrics }: ForestPictureProps) {
  if (metrics.length === 0) return null;
  return (
    <Picture title={title} caption={caption} renderTable={() => <ChangeTable label={title} metrics={metrics} />}>
      {groupByUnit(metrics).map(([unit, members]) => (
        <ForestPlot key={unit} title={title} members={members} />
      ))}
    </Picture>
  );
}

function ForestPlot({ title, members }: { readonly title: string; readonly members: readonly NamedMetric[] }) {
  const [first] = members;
  const values = members.flatMap(({ metric: { change, interval } }) => [change ?? 0, ...(interval ?? [])]);
  const rows = members.map(toRow);
  return (
    <IntervalPlot
      label={`${title}. ${rows.map(({ label, text }) => `${label}: ${text}`).join('. ')}`}
      rows={rows}
      axis={createAxis({ values: [0, ...values] })}
      reference={0}
      format={(value) => (first === undefined ? '' : formatChange(first.metric, value))}
    />
  );
}

const MARKS: Partial<Readonly<Record<ComparedMetric['verdict'], Mark>>> = { better: 'better', worse: 'worse' };

function toRow({ name, metric }: NamedMetric): IntervalRow {
  const { change, interval, verdict, goal } = metric;
  const wish = goal === 'lower' ? ', lower is better' : '';
  return {
    key: name,
    label: name,
    value: change,
    interval,
    mark: MARKS[verdict] ?? 'open',
    text: `${formatChange(metric, change)}: ${describeVerdict(metric)}${wish}`,
  };
}

/** Ratios share an axis, and so do scores from 0 to 1; other scores have their own. */
function groupByUnit(metrics: readonly NamedMetric[]): [string, NamedMetric[]][] {
  const groups = new Map<string, NamedMetric[]>();
  for (const each of metrics) {
    const { scale, kind, range } = each.metric;
    const unit = scale === 'ratio' ? 'ratio' : kind === 'pass_fail' ? '0 1' : (range?.join(' ') ?? each.metric.metric);
    groups.set(unit, [...(groups.get(unit) ?? []), each]);
  }
  return [...groups];
}

function ChangeTable({ label, metrics }: { readonly label: string; readonly metrics: readonly NamedMetric[] }) {
  return (
    <RecordTable
      label={label}
      columns={[
        'Name',
        ...['Rows', 'Change', 'Interval'].map((name) => ({ label: name, isNumber: true as const })),
        'Verdict',
      ]}
      rows={metrics.map(({ name, metric }) => ({
        key: name,
        cells: {
          Name: name,
          Rows: metric.pairs.toLocaleString('en'),
          Change: formatChange(metric, metric.change),
          Interval: formatChanges(metric),
          Verdict: describeVerdict(metric),
        },
      }))}
    />
  );
}
