import { useState } from 'react';
import type { ComparedCandidate, ComparedMetric, Comparison } from '../../../contract/evaluations/comparison.ts';
import { nameReference } from '../../text/format-figures.ts';
import { RowPictures } from './row-pictures.tsx';
import { describeRows } from '../../../contract/evaluations/describe-results.ts';
import { describeVerdict } from '../../../contract/evaluations/describe-comparison.ts';
import { SelectField } from '../../elements/labelled-controls.tsx';
import { numbers, RecordTable } from '../../elements/record-tables.tsx';
import { createAxis } from '../../pictures/axis.tsx';
import { IntervalPlot, type IntervalRow, type Mark } from '../../pictures/interval-plot.tsx';
import { Picture, type PictureProps } from '../../pictures/picture.tsx';
import { formatChange, formatChanges } from '../../text/format-metrics.ts';

interface ComparisonPicturesProps {
  readonly comparison: Comparison;
  readonly candidate: ComparedCandidate;
  /** @param row - index in the candidate's test set */
  readonly onOpen: (row: number) => void;
}

export function ComparisonPictures({ comparison, candidate, onOpen }: ComparisonPicturesProps) {
  const { baseline, level, group_by: column } = comparison;
  const verdicts = `${nameReference(candidate.variant)} compared with ${nameReference(baseline.variant)}; all verdicts together at ${level * 100} %`;
  return (
    <div className="pictures">
      <ForestPicture
        title="Differences"
        caption={`${verdicts}.`}
        metrics={candidate.metrics.map((metric) => ({ name: metric.metric, metric }))}
      />
      {column === undefined || candidate.groups === undefined ? null : (
        <SlicePicture column={column} candidate={candidate} groups={candidate.groups} />
      )}
      {candidate.points === undefined ? null : (
        <RowPictures
          points={candidate.points}
          metrics={candidate.metrics}
          names={{ before: nameReference(baseline.variant), after: nameReference(candidate.variant) }}
          onOpen={onOpen}
        />
      )}
    </div>
  );
}

interface SlicePictureProps {
  readonly column: string;
  readonly candidate: ComparedCandidate;
  readonly groups: NonNullable<ComparedCandidate['groups']>;
}

function SlicePicture({ column, candidate, groups }: SlicePictureProps) {
  const names = candidate.metrics.map(({ metric }) => metric);
  const [chosen, setChosen] = useState(names[0] ?? '');
  const metrics = groups.flatMap(({ value, rows, cases, is_small, metrics: all }) => {
    const metric = all.find((each) => each.metric === chosen);
    const size = `${describeRows(rows, cases)}${is_small ? ', too few to say much' : ''}`;
    return metric === undefined ? [] : [{ name: `${nameOfValue(value)} (${size})`, metric }];
  });
  return (
    <section className="pictures" aria-label={`Slices by ${column}`}>
      <SelectField className="picture-choice" label="Slices by" value={chosen} options={names} onChange={setChosen} />
      <ForestPicture
        title={`${chosen} by ${column}`}
        caption={`The cases of each value of ${column} separately; all verdicts of the slices together are at one level.`}
        metrics={metrics}
      />
    </section>
  );
}

/** Isolates the value: its text may run from right to left, and the number of rows after it does not. */
function nameOfValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  return `\u2068${typeof value === 'string' ? value : JSON.stringify(value)}\u2069`;
}

interface NamedMetric {
  readonly name: string;
  readonly metric: ComparedMetric;
}

interface ForestPictureProps extends Pick<PictureProps, 'title' | 'caption'> {
  readonly metrics: readonly NamedMetric[];
}

/** Differences with their intervals. Metrics that share a unit share an axis. */
function ForestPicture({ title, caption, metrics }: ForestPictureProps) {
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
function groupByUnit(metrics: readonly NamedMetric[]): readonly [string, readonly NamedMetric[]][] {
  const unitOf = ({ metric: { scale, kind, range, metric } }: NamedMetric) =>
    scale === 'ratio' ? 'ratio' : kind === 'pass_fail' ? '0 1' : (range?.join(' ') ?? metric);
  return [...Map.groupBy(metrics, unitOf)];
}

function ChangeTable({ label, metrics }: { readonly label: string; readonly metrics: readonly NamedMetric[] }) {
  return (
    <RecordTable
      label={label}
      columns={['Name', ...numbers('Cases', 'Change', 'Interval'), 'Verdict']}
      rows={metrics.map(({ name, metric }) => ({
        key: name,
        cells: {
          Name: name,
          Cases: metric.pairs.toLocaleString('en'),
          Change: formatChange(metric, metric.change),
          Interval: formatChanges(metric),
          Verdict: describeVerdict(metric),
        },
      }))}
    />
  );
}
