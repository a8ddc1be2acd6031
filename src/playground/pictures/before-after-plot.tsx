import type { MouseEvent } from 'react';
import { type Axis, Frame } from './axis.tsx';

export interface Pair {
  readonly row: number;
  readonly before: number;
  readonly after: number;
  readonly change: 'better' | 'worse' | 'same';
}

interface BeforeAfterPlotProps {
  /** What the plot shows, for screen readers. */
  readonly label: string;
  readonly pairs: readonly Pair[];
  readonly axis: Axis;
  readonly format: (value: number) => string;
  readonly onOpen: (pair: Pair) => void;
}

/** Room at the edges for clusters of equal points, in percent. */
const EDGE = 10;

/** Rows as points: their value before to the right, after upwards. Above the diagonal, a row has more than before. */
export function BeforeAfterPlot({ label, pairs, axis, format, onOpen }: BeforeAfterPlotProps) {
  const at = (value: number) => EDGE + ((100 - 2 * EDGE) * axis.at(value)) / 100;
  const spots = spreadPoints(pairs.map(({ before, after }) => ({ x: at(before), y: 100 - at(after) })));
  const open = ({ target }: MouseEvent) => {
    const index = target instanceof Element ? target.closest('[data-index]')?.getAttribute('data-index') : null;
    const pair = pairs[Number(index ?? Number.NaN)];
    if (pair !== undefined) onOpen(pair);
  };
  return (
    <div className="before-after" role="img" aria-label={label}>
      <svg width="100%" height="100%" aria-hidden="true" onClick={open}>
        <Frame
          x={shortened(axis, format)}
          y={axis}
          left={at}
          top={(value) => 100 - at(value)}
          formatX={format}
          formatY={format}
        />
        <line className="reference" x1="0" y1="100%" x2="100%" y2="0" />
        {spots.map(({ x, y }, index) => (
          <Point key={index} index={index} x={x} y={y} pair={pairs[index]} format={format} />
        ))}
      </svg>
    </div>
  );
}

/** Labels that are longer than this touch their neighbours: every second one stays. */
const LONG_LABEL = 6;

function shortened(axis: Axis, format: (value: number) => string): Axis {
  const isLong = axis.ticks.length > 3 && axis.ticks.some((tick) => format(tick).length > LONG_LABEL);
  return isLong ? { ...axis, ticks: axis.ticks.filter((_, index) => index % 2 === 0) } : axis;
}

const SHAPES = {
  better: 'M-5,4 L5,4 L0,-6 Z',
  worse: 'M-5,-4 L5,-4 L0,6 Z',
  same: 'M-3,0 A3,3 0 1 0 3,0 A3,3 0 1 0 -3,0 Z',
};

interface PointProps extends Spot, Pick<BeforeAfterPlotProps, 'format'> {
  readonly index: number;
  readonly pair: Pair | undefined;
}

function Point({ index, x, y, pair, format }: PointProps) {
  if (pair === undefined) return null;
  return (
    <svg x={`${x}%`} y={`${y}%`} overflow="visible" data-index={index}>
      <path className={`point ${pair.change}`} d={SHAPES[pair.change]}>
        <title>{`Row ${pair.row}: ${format(pair.before)} before, ${format(pair.after)} after`}</title>
      </path>
    </svg>
  );
}

/** A point in percent of the picture. */
interface Spot {
  readonly x: number;
  readonly y: number;
}

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
/** Distance between neighbours, in percent. */
const STEP = 1.1;
/** Radius of the largest cluster, in percent. */
const MAX_SHIFT = 9;

/** Spreads equal points around their place as the seeds of a sunflower, so that each can be seen and opened. */
export function spreadPoints(points: readonly Spot[]): readonly Spot[] {
  const equal = Map.groupBy(points, keyOf);
  const placed = new Map<string, number>();
  return points.map((point) => {
    const key = keyOf(point);
    const index = placed.get(key) ?? 0;
    placed.set(key, index + 1);
    const step = Math.min(STEP, MAX_SHIFT / Math.sqrt(equal.get(key)?.length ?? 1));
    const radius = step * Math.sqrt(index);
    const angle = index * GOLDEN_ANGLE;
    return { x: point.x + radius * Math.cos(angle), y: point.y + radius * Math.sin(angle) };
  });
}

function keyOf({ x, y }: Spot): string {
  return `${x} ${y}`;
}
