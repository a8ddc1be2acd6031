import { extent } from 'd3-array';
import { scaleLinear, scaleLog } from 'd3-scale';

export interface Axis {
  readonly domain: readonly [number, number];
  readonly isLog: boolean;
  readonly ticks: readonly number[];
  /** Answers where a value is, from 0 to 100. */
  at(this: void, value: number): number;
}

export interface AxisOptions {
  /** Values that the axis must show. */
  readonly values: Iterable<number>;
  /** Whether one that spans several orders of magnitude may be logarithmic. @defaultValue false */
  readonly mayBeLog?: boolean;
  /** Number of ticks to aim for. @defaultValue 5 */
  readonly ticks?: number;
}

/** Values further apart than this ratio would be in one corner of a linear axis. */
const LOG_FROM = 30;

/** Creates an axis with round ends. */
export function createAxis({ values, mayBeLog = false, ticks = 5 }: AxisOptions): Axis {
  const [least = 0, greatest = 1] = extent(values);
  const isLog = mayBeLog && least > 0 && greatest / least >= LOG_FROM;
  const [low, high] = least === greatest ? around(least) : [least, greatest];
  const scale = (isLog ? scaleLog() : scaleLinear()).domain([low, high]).nice().range([0, 100]);
  const [from = low, to = high] = scale.domain();
  const all = scale.ticks(ticks);
  return { domain: [from, to], isLog, ticks: isLog ? thinOut(all, ticks) : all, at: (value) => scale(value) };
}

/** An axis needs two ends, also for equal values. */
function around(value: number): [number, number] {
  if (value > 0) return [0, value * 2];
  return value < 0 ? [value * 2, 0] : [0, 1];
}

/** A logarithmic scale answers with all ticks between its powers of ten: labels need room. */
function thinOut(ticks: readonly number[], count: number): readonly number[] {
  const powers = ticks.filter((tick) => Number.isInteger(Math.log10(tick)));
  const kept = powers.length >= 2 ? powers : ticks;
  const step = Math.ceil(kept.length / (count + 1));
  return kept.filter((_, index) => index % step === 0);
}

export interface AxisLineProps {
  readonly className: string;
  readonly axis: Axis;
  readonly format: (value: number) => string;
}

/** A horizontal axis with its labels, below a plot of the same width. */
export function AxisLine({ className, axis, format }: AxisLineProps) {
  return (
    <svg className={className} height="24" width="100%" aria-hidden="true">
      <line className="axis-line" x1="0" x2="100%" y1="1" y2="1" />
      {axis.ticks.map((tick) => (
        <text key={tick} x={`${axis.at(tick)}%`} y="18" textAnchor="middle">
          {format(tick)}
        </text>
      ))}
    </svg>
  );
}

export interface FrameProps {
  readonly x: Axis;
  readonly y: Axis;
  /** Where values are from the left and from the top, in percent. */
  readonly left: (value: number) => number;
  readonly top: (value: number) => number;
  readonly formatX: (value: number) => string;
  readonly formatY: (value: number) => string;
}

/** The frame of a plot with the labels of two axes. */
export function Frame({ x, y, left, top, formatX, formatY }: FrameProps) {
  return (
    <>
      <rect className="frame" width="100%" height="100%" />
      {x.ticks.map((tick) => (
        <svg key={`x ${tick}`} className="tick-x" x={`${left(tick)}%`} y="100%" overflow="visible">
          <text y="18" textAnchor="middle">
            {formatX(tick)}
          </text>
        </svg>
      ))}
      {y.ticks.map((tick) => (
        <svg key={`y ${tick}`} y={`${top(tick)}%`} overflow="visible">
          <text x="-8" y="4" textAnchor="end">
            {formatY(tick)}
          </text>
        </svg>
      ))}
    </>
  );
}
