import { type Axis, AxisLine, type AxisLineProps } from './axis.tsx';
import { bin, max } from 'd3-array';
import { area, curveStepAfter } from 'd3-shape';

interface DistributionPlotProps extends Omit<AxisLineProps, 'className'> {
  /** What the plot shows, for screen readers. */
  readonly label: string;
  readonly before: readonly number[];
  readonly after: readonly number[];
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

const BINS = 24;

/** Outlines of two distributions over one axis, as paths in a box of 100 by 100. */
interface Outlines {
  readonly before: string;
  readonly after: string;
}

/** Draws two distributions over one another. Each is in shares of its own values, so that missing ones change no shape. */
export function drawDistributions(before: readonly number[], after: readonly number[], axis: Axis): Outlines {
  const edges = Array.from({ length: BINS - 1 }, (_, index) => ((index + 1) * 100) / BINS);
  const toShares = (values: readonly number[]) =>
    bin()
      .domain([0, 100])
      .thresholds(edges)(values.map((value) => axis.at(value)))
      .map(({ length }, index) => [(index * 100) / BINS, length / Math.max(1, values.length)] as const);
  const [one, other] = [toShares(before), toShares(after)];
  const greatest = max([...one, ...other], ([, share]) => share) || 1;
  const draw = (shares: readonly (readonly [number, number])[]) =>
    area<readonly [number, number]>()
      .x(([x]) => x)
      .y0(100)
      .y1(([, share]) => 100 - (96 * share) / greatest)
      .curve(curveStepAfter)([...shares, [100, 0]]) ?? '';
  return { before: draw(one), after: draw(other) };
}
