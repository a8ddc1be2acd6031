import { symbol, symbolCircle, symbolCross, symbolDiamond, symbolSquare, symbolStar, symbolTriangle } from 'd3-shape';
import { Frame, type FrameProps } from './axis.tsx';

export interface ScatterPoint {
  readonly id: string;
  /** Points of one series share their shape and are joined by a line, if the plot has lines. */
  readonly series: string;
  readonly x: number;
  readonly y: number;
  /** What a pointer over it says. */
  readonly text: string;
}

export interface ScatterMark {
  readonly x: number;
  readonly text: string;
}

interface ScatterPlotProps extends Pick<FrameProps, 'x' | 'y' | 'formatX' | 'formatY'> {
  /** What the plot shows, for screen readers. */
  readonly label: string;
  readonly points: readonly ScatterPoint[];
  readonly marks?: readonly ScatterMark[];
  readonly hasLines?: boolean;
  readonly onOpen: (id: string) => void;
}

const SHAPES = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond, symbolCross, symbolStar];
const AREA = 80;

/** The look of a series: its outline, and whether it is hollow. Series differ without colour. */
export interface Shape {
  readonly d: string;
  readonly 'data-hollow': true | undefined;
}

/** Returns the shape of a series: each outline filled, then each hollow. */
export function shapeOf(series: readonly string[], name: string): Shape {
  const index = series.indexOf(name);
  const isHollow = Math.floor(index / SHAPES.length) % 2 === 1;
  return {
    d: symbol(SHAPES[index % SHAPES.length], AREA)() ?? '',
    'data-hollow': isHollow || undefined,
  };
}

/** Points by two figures, each series with a shape of its own. */
export function ScatterPlot(props: ScatterPlotProps) {
  const { label, points, marks = [], x, y, formatX, formatY, hasLines = false, onOpen } = props;
  const series = [...new Set(points.map((point) => point.series))];
  const [left, top] = [(value: number) => x.at(value), (value: number) => 100 - y.at(value)];
  return (
    <div className="scatter" role="img" aria-label={label}>
      <svg width="100%" height="100%" aria-hidden="true">
        <Frame x={x} y={y} left={left} top={top} formatX={formatX} formatY={formatY} />
        {joinMarks(marks, left).map(({ x: at, text }, index) => (
          <svg key={index} x={`${left(at)}%`} height="100%" overflow="visible">
            <line className="reference" y2="100%" />
            <title>{text}</title>
            <text className="deploy-mark" {...besideMark(left(at))} y={14 + (index % 3) * 14}>
              {text.length > 24 ? `${text.slice(0, 23)}…` : text}
            </text>
          </svg>
        ))}
        {hasLines
          ? series.map((name) => (
              <Lines key={name} points={points.filter((each) => each.series === name)} left={left} top={top} />
            ))
          : null}
        {points.map((point) => (
          <svg
            key={point.id}
            x={`${left(point.x)}%`}
            y={`${top(point.y)}%`}
            overflow="visible"
            onClick={() => onOpen(point.id)}
          >
            <path className="scatter-point" {...shapeOf(series, point.series)}>
              <title>{point.text}</title>
            </path>
          </svg>
        ))}
      </svg>
      <p className="legend" aria-hidden="true">
        {series.map((name) => (
          <span key={name} className="key" title={name}>
            <svg width="12" height="12" viewBox="-6 -6 12 12">
              <path className="scatter-point" {...shapeOf(series, name)} />
            </svg>{' '}
            {name}
          </span>
        ))}
      </p>
    </div>
  );
}

/** Marks within this part of the width are one, in percent: their labels would be on one another. */
const SAME_PLACE = 1;

/** Joins marks at the same place; they come in the order of their values. */
function joinMarks(marks: readonly ScatterMark[], left: (value: number) => number): readonly ScatterMark[] {
  const joined: ScatterMark[] = [];
  for (const mark of marks) {
    const last = joined.at(-1);
    const isNear = last !== undefined && left(mark.x) - left(last.x) < SAME_PLACE;
    if (isNear) joined.splice(-1, 1, { x: last.x, text: `${last.text}, ${mark.text}` });
    else joined.push(mark);
  }
  return joined;
}

/** A label stands on the side of its line where there is more room. */
function besideMark(percent: number): { readonly x: number; readonly textAnchor: 'start' | 'end' } {
  return percent > 60 ? { x: -4, textAnchor: 'end' } : { x: 4, textAnchor: 'start' };
}

interface LinesProps extends Pick<FrameProps, 'left' | 'top'> {
  readonly points: readonly ScatterPoint[];
}

function Lines({ points, left, top }: LinesProps) {
  return points.slice(1).map((point, index) => {
    const before = points[index] ?? point;
    return (
      <line
        key={point.id}
        className="scatter-line"
        x1={`${left(before.x)}%`}
        y1={`${top(before.y)}%`}
        x2={`${left(point.x)}%`}
        y2={`${top(point.y)}%`}
      />
    );
  });
}
