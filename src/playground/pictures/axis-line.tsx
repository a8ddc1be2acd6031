import type { Axis } from './axis.ts';

interface AxisLineProps {
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
