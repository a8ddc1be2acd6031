import { metricHead } from './metric-lines.ts';

export interface HistogramOptions {
  readonly name: string;
  readonly help: string;
  /** Upper bounds of the buckets, ascending. */
  readonly bounds: readonly number[];
}

interface Timing {
  readonly counts: number[];
  sum: number;
  total: number;
}

/** Creates a classic histogram: a cumulative counter per bucket. @source Prometheus, "Metric types" */
export function createHistogram({ name, help, bounds }: HistogramOptions) {
  const timings = new Map<string, Timing>();
  const writeTiming = ([labels, { counts, sum, total }]: readonly [string, Timing]): string[] => [
    ...bounds.map((bound, index) => `${name}_bucket{${labels},le="${bound}"} ${counts[index]}`),
    `${name}_bucket{${labels},le="+Inf"} ${total}`,
    `${name}_sum{${labels}} ${sum}`,
    `${name}_count{${labels}} ${total}`,
  ];
  return {
    observe(labels: string, value: number): void {
      const timing = timings.get(labels) ?? { counts: bounds.map(() => 0), sum: 0, total: 0 };
      timings.set(labels, timing);
      for (const [index, bound] of bounds.entries())
        if (value <= bound) timing.counts[index] = (timing.counts[index] ?? 0) + 1;
      timing.sum += value;
      timing.total += 1;
    },
    write: (): string[] => [...metricHead(name, 'histogram', help), ...[...timings].flatMap(writeTiming)],
  };
}

/**
 * Creates a limit on label values: what comes after so many combinations counts together.
 *
 * @param other - the labels that the further combinations get
 */
export function limitSeries(max: number, other: string): (labels: string) => string {
  const known = new Set<string>();
  return (labels) => {
    if (!known.has(labels) && known.size >= max) return other;
    known.add(labels);
    return labels;
  };
}
