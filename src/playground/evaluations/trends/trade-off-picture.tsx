import { createAxis } from '../../pictures/axis.ts';
import { Picture } from '../../pictures/picture.tsx';
import { ScatterPlot } from '../../pictures/scatter-plot.tsx';
import { formatCost, formatSeconds } from '../../text/format-figures.ts';
import { newestOf, type TrendPoint } from './read-trends.ts';
import { TrendTable } from './time-picture.tsx';

interface TradeOffPictureProps {
  /** Name of the evaluator. */
  readonly metric: string;
  readonly figure: 'cost' | 'latency';
  readonly points: readonly TrendPoint[];
  readonly onOpen: (id: string) => void;
}

/** The quality of each revision against what it costs, in money or in time. */
export function TradeOffPicture({ metric, figure, points, onOpen }: TradeOffPictureProps) {
  const known = newestOf(points).flatMap((point) => {
    const x = point[figure];
    return x === null ? [] : [{ point, x, y: point.scores[metric] ?? 0 }];
  });
  if (known.length === 0) return null;
  const format = figure === 'cost' ? formatCost : formatSeconds;
  const title = `Quality against ${figure}`;
  return (
    <Picture
      title={title}
      caption={`Mean ${metric} upwards, mean ${figure} of a row to the right: the newest evaluation of each revision on each test set. A point opens it.`}
      renderTable={() => <TrendTable label={title} metric={metric} points={known.map(({ point }) => point)} />}
    >
      <ScatterPlot
        label={`${title}. ${known.map(({ point, x, y }) => `${point.name}: ${round(y)} at ${format(x)}`).join('. ')}`}
        points={known.map(({ point, x, y }) => ({
          id: point.id,
          series: point.name,
          x,
          y,
          text: `${point.name} on ${point.testset}: ${round(y)} at ${format(x)}`,
        }))}
        x={createAxis({ values: [0, ...known.map(({ x }) => x)] })}
        y={createAxis({ values: known.map(({ y }) => y) })}
        formatX={format}
        formatY={round}
        onOpen={onOpen}
      />
    </Picture>
  );
}

function round(value: number): string {
  return String(Number(value.toPrecision(3)));
}
