import { useState } from 'react';
import type { ComparedMetric, ComparedPoints, PointedMetric } from '../../../contract/evaluations/comparison.ts';
import { Button } from '../../elements/button.tsx';
import { SelectField } from '../../elements/labelled-controls.tsx';
import { numbers, RecordTable } from '../../elements/record-tables.tsx';
import { createAxis } from '../../pictures/axis.tsx';
import { BeforeAfterPlot, type Pair } from '../../pictures/before-after-plot.tsx';
import { DistributionPlot } from '../../pictures/distribution-plot.tsx';
import { Picture } from '../../pictures/picture.tsx';
import { formatMetric } from '../../text/format-metrics.ts';
import { quantileSorted } from 'd3-array';

interface RowPicturesProps {
  readonly points: ComparedPoints;
  readonly metrics: readonly ComparedMetric[];
  readonly names: { readonly before: string; readonly after: string };
  /** @param row - index in the candidate's test set */
  readonly onOpen: (row: number) => void;
}

export function RowPictures({ points, metrics, names, onOpen }: RowPicturesProps) {
  const drawn = points.metrics.filter(({ before, after }) =>
    before.some((value, index) => value !== null && after[index] !== null),
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const changed = metrics.filter(({ verdict }) => verdict === 'better' || verdict === 'worse');
  // A metric that says something comes first.
  const pointed =
    drawn.find(({ metric }) => metric === chosen) ??
    drawn.find(({ metric }) => changed.some((each) => each.metric === metric)) ??
    drawn[0];
  const about = metrics.find(({ metric }) => metric === pointed?.metric);
  if (pointed === undefined || about === undefined) return null;
  return (
    <section className="pictures" aria-label="Rows as pictures">
      <SelectField
        className="picture-choice"
        label="Rows by"
        value={pointed.metric}
        options={drawn.map(({ metric }) => metric)}
        onChange={setChosen}
      />
      <MetricPictures
        key={pointed.metric}
        points={points}
        pointed={pointed}
        about={about}
        names={names}
        onOpen={onOpen}
      />
    </section>
  );
}

interface MetricPicturesProps extends Pick<RowPicturesProps, 'points' | 'names' | 'onOpen'> {
  readonly pointed: PointedMetric;
  readonly about: ComparedMetric;
}

function MetricPictures({ points, pointed, about, names, onOpen }: MetricPicturesProps) {
  const pairs = pairsOf(points, pointed, about.goal);
  const axis = createAxis({
    values: pairs.flatMap(({ before, after }) => [before, after]),
    mayBeLog: about.scale === 'ratio',
    ticks: about.kind === 'pass_fail' ? 1 : 5,
  });
  const format = (value: number) =>
    about.kind === 'pass_fail' && (value === 0 || value === 1)
      ? value === 1
        ? 'pass'
        : 'fail'
      : formatMetric(about.kind, value);
  const shown = `${pairs.length.toLocaleString('en')} ${points.every === 1 ? 'rows' : `rows, every ${points.every}th`}`;
  const count = (change: Pair['change']) => pairs.filter((pair) => pair.change === change).length;
  const scale = axis.isLog ? ', on a logarithmic axis' : '';
  const before = pairs.map((pair) => pair.before);
  const after = pairs.map((pair) => pair.after);
  const medians = `median ${format(medianOf(before))} before, ${format(medianOf(after))} after`;
  const changes = `${count('better')} better, ${count('worse')} worse, ${count('same')} the same`;
  const left = points.rows.length - pairs.length;
  const without = left === 0 ? '' : ` ${left.toLocaleString('en')} without a value in both are not drawn.`;
  const open = (pair: Pair) => onOpen(points.candidate_rows[points.rows.indexOf(pair.row)] ?? pair.row);
  return (
    <div className="picture-pair">
      {about.kind === 'pass_fail' ? null : (
        <Picture
          title={`Distribution of ${pointed.metric}`}
          caption={`${shown}${scale}: ${medians}.${without}`}
          renderTable={() => <QuantileTable pairs={pairs} format={format} names={names} />}
        >
          <p className="legend">
            <span className="key line-before">{names.before}</span>{' '}
            <span className="key line-after">{names.after}</span>
          </p>
          <DistributionPlot
            label={`Distribution of ${pointed.metric}: ${medians}`}
            before={before}
            after={after}
            axis={axis}
            format={format}
          />
        </Picture>
      )}
      <Picture
        title={`Rows by ${pointed.metric}, before and after`}
        caption={`${shown}${scale}: ${changes}.${without} ${names.before} to the right, ${names.after} upwards. A point opens its row.`}
        renderTable={() => <PairTable pairs={pairs} format={format} onOpen={open} />}
      >
        <BeforeAfterPlot
          label={`${pointed.metric} of rows: ${changes}`}
          pairs={pairs}
          axis={axis}
          format={format}
          onOpen={open}
        />
        <p className="legend">
          <span className="key better">▲ better</span> <span className="key worse">▼ worse</span>{' '}
          <span className="key">○ the same</span>
        </p>
      </Picture>
    </div>
  );
}

interface TableProps {
  readonly pairs: readonly Pair[];
  readonly format: (value: number) => string;
}

const SHARES = [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1];

function QuantileTable({ pairs, format, names }: TableProps & Pick<RowPicturesProps, 'names'>) {
  const before = pairs.map((pair) => pair.before);
  const after = pairs.map((pair) => pair.after);
  return (
    <RecordTable
      label="Distribution"
      columns={['Share of rows', ...numbers(names.before, `${names.after} `)]}
      rows={SHARES.map((share) => ({
        key: String(share),
        cells: {
          'Share of rows': `${share * 100} % at most`,
          [names.before]: format(medianOf(before, share)),
          [`${names.after} `]: format(medianOf(after, share)),
        },
      }))}
    />
  );
}

/** The greatest changes first. */
function PairTable({ pairs, format, onOpen }: TableProps & { readonly onOpen: (pair: Pair) => void }) {
  const size = ({ before, after }: Pair) => Math.abs(after - before);
  return (
    <RecordTable
      label="Rows before and after"
      columns={['Row', ...numbers('Before', 'After'), 'Change']}
      rows={pairs
        .toSorted((one, other) => size(other) - size(one))
        .map((pair) => ({
          key: String(pair.row),
          cells: {
            Row: <Button label={`Row ${pair.row}`} className="link" onClick={() => onOpen(pair)} />,
            Before: format(pair.before),
            After: format(pair.after),
            Change: pair.change,
          },
        }))}
    />
  );
}

/** Lists the rows that have a value before and after. */
export function pairsOf(
  { rows }: Pick<ComparedPoints, 'rows'>,
  { before, after }: PointedMetric,
  goal: ComparedMetric['goal'],
): readonly Pair[] {
  return rows.flatMap((row, index) => {
    const [one = null, other = null] = [before[index], after[index]];
    if (one === null || other === null) return [];
    const gain = goal === 'higher' ? other - one : one - other;
    return [{ row, before: one, after: other, change: gain > 0 ? 'better' : gain < 0 ? 'worse' : 'same' } as const];
  });
}

/** Finds the value that a share of the values does not exceed; half of them without one. */
export function medianOf(values: readonly number[], share = 0.5): number {
  return (
    quantileSorted(
      values.toSorted((one, other) => one - other),
      share,
    ) ?? Number.NaN
  );
}
