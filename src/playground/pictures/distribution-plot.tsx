import type { Axis } from './axis.ts';
import { drawDistributions } from './distribution.ts';

interface DistributionPlotProps {
  /** What the plot shows, for screen readers. */
  readonly label: string;
  readonly before: readonly number[];
  readonly after: readonly number[];
  readonly axis: Axis;
  readonly format: (value: number) => string;
}

/** Two distributions over one another: one with a dashed outline, one with a solid one. */
export function DistributionPlot({ label, before, after, axis, format }: DistributionPlotProps) {
  const outlines = drawDistributions(before, after, axis);
  return (
    <div className="distribution" role="img" aria-label={label}>
      <svg className="distribution-area" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path className="before" d={outlines.before} vectorEffect="non-scaling-stroke" />
        <path className="after" d={outlines.after} vectorEffect="non-scaling-stroke" />
      </svg>
      <svg className="axis" height="24" width="100%" aria-hidden="true">
        <line className="axis-line" x1="0" x2="100%" y1="1" y2="1" />
        {axis.ticks.map((tick) => (
          <text key={tick} x={`${axis.at(tick)}%`} y="18" textAnchor="middle">
            {format(tick)}
          </text>
        ))}
      </svg>
    </div>
  );
}
