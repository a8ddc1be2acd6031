import type { Axis } from './axis.tsx';

interface FrameProps {
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
