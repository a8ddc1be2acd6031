import { type Axis, createAxis } from '../../pictures/axis.tsx';
import { Picture } from '../../pictures/picture.tsx';
import { ScatterPlot } from '../../pictures/scatter-plot.tsx';
import { formatCost, formatSeconds, formatTime } from '../../text/format-figures.ts';
import { type DeployMark, newestOf, type TrendPoint } from './read-trends.ts';
import { toHash } from '../../address/address.ts';
import { numbers, RecordTable } from '../../elements/record-tables.tsx';
import { useWorkspace } from '../../workspace/workspace.ts';

interface TimePictureProps {
  readonly metric: string;
  readonly figure: 'score' | 'cost';
  readonly points: readonly TrendPoint[];
  readonly deploys: readonly DeployMark[];
  readonly onOpen: (id: string) => void;
}

export function TimePicture({ metric, figure, points, deploys, onOpen }: TimePictureProps) {
  const known = points.flatMap((point) => {
    const y = figure === 'score' ? point.scores[metric] : point.cost;
    return y === null || y === undefined ? [] : [{ point, y }];
  });
  if (known.length === 0) return null;
  const format = figure === 'score' ? round : formatCost;
  const times = known.map(({ point }) => point.at);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  // Deployments long before the first evaluation would squeeze all points together.
  const shown = deploys.filter(({ at }) => at >= first - (last - first) / 4);
  const formatX = (at: number) => formatTick(at, last - first);
  const axis = withDistinctTicks(timeAxis([...times, ...shown.map(({ at }) => at)]), formatX);
  const title = figure === 'score' ? 'Scores over time' : 'Costs over time';
  return (
    <Picture
      title={title}
      caption={`Mean ${figure === 'score' ? metric : 'cost of a row'} of each evaluation. Shapes are revisions, dashed lines are deployments. A point opens its evaluation.`}
      renderTable={() => <TrendTable label={title} metric={metric} points={points} deploys={deploys} />}
    >
      <ScatterPlot
        label={`${title}. ${known.map(({ point, y }) => `${timeOf(point.at)}, ${point.name}: ${format(y)}`).join('. ')}`}
        points={known.map(({ point, y }) => ({
          id: point.id,
          series: point.name,
          x: point.at,
          y,
          text: `${point.name} on ${point.testset}, ${timeOf(point.at)}: ${format(y)}`,
        }))}
        marks={shown.map(({ at, environment, revision }) => ({ x: at, text: `${environment} revision ${revision}` }))}
        x={axis}
        y={createAxis({ values: [...(figure === 'cost' ? [0] : []), ...known.map(({ y }) => y)] })}
        formatX={formatX}
        formatY={format}
        hasLines
        onOpen={onOpen}
      />
    </Picture>
  );
}

function timeOf(at: number): string {
  return formatTime(new Date(at).toISOString());
}

const DAY_MS = 86_400_000;

/** Instants have no zero, and an axis of one of them needs a width. */
function timeAxis(times: readonly number[]) {
  const [first, last] = [Math.min(...times), Math.max(...times)];
  return createAxis({ values: first === last ? [first - DAY_MS / 2, last + DAY_MS / 2] : times, ticks: 3 });
}

/** Drops ticks that read like the one before: instants of one day. */
function withDistinctTicks({ ticks, ...axis }: Axis, format: (at: number) => string): Axis {
  return { ...axis, ticks: ticks.filter((at, index) => index === 0 || format(at) !== format(ticks[index - 1] ?? at)) };
}

function formatTick(at: number, width: number): string {
  const date = new Date(at);
  return width > 2 * DAY_MS
    ? date.toLocaleDateString(undefined, { day: 'numeric', month: 'short' })
    : date.toLocaleTimeString(undefined, {
        hour: '2-digit',
        minute: '2-digit',
        second: width < 600_000 ? '2-digit' : undefined,
      });
}

export function round(value: number): string {
  return String(Number(value.toPrecision(3)));
}

interface TrendTableProps
  extends Pick<TimePictureProps, 'metric' | 'points'>, Partial<Pick<TimePictureProps, 'deploys'>> {
  readonly label: string;
}

/** The figures of a picture: evaluations and deployments in the order of time. */
export function TrendTable({ label, metric, points, deploys = [] }: TrendTableProps) {
  const { appName } = useWorkspace();
  const evaluated = points.map((point) => ({
    at: point.at,
    key: point.id,
    cells: {
      Time: timeOf(point.at),
      // Points are for pointers: by keyboard, an evaluation opens from here.
      What: (
        <a href={toHash({ page: 'evaluations', app: appName, id: point.id })}>
          {point.name} on {point.testset}
        </a>
      ),
      [`Mean ${metric}`]: String(Number((point.scores[metric] ?? 0).toPrecision(4))),
      Cost: formatCost(point.cost),
      Latency: formatSeconds(point.latency),
    },
  }));
  const deployed = deploys.map(({ at, environment, revision }) => ({
    at,
    key: `${environment} ${revision}`,
    cells: { Time: timeOf(at), What: `deployed: ${environment} revision ${revision}` },
  }));
  return (
    <RecordTable
      label={label}
      columns={['Time', 'What', ...numbers(`Mean ${metric}`, 'Cost', 'Latency')]}
      rows={[...evaluated, ...deployed].toSorted((one, other) => one.at - other.at)}
    />
  );
}

interface TradeOffPictureProps extends Omit<TimePictureProps, 'figure' | 'deploys'> {
  readonly figure: 'cost' | 'latency';
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
      caption={`Mean ${metric} upwards, mean ${figure} of a row to the right: the newest evaluation of each revision. A point opens it.`}
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
