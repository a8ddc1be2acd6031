import { AxisLine } from './axis-line.tsx';
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
      <AxisLine className="axis" axis={axis} format={format} />
    </div>
  );
}
