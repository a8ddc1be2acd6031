import type { HistogramBin } from '../../contract/evaluations/evaluation-summary.ts';

/**
 * Reads a quantile from sorted numbers, interpolating between two of them.
 *
 * @param p - 0 to 1
 * @source Hyndman and Fan, "Sample quantiles in statistical packages", Am. Stat. 50 (1996), definition 7
 */
export function quantileOfSorted(sorted: ArrayLike<number>, p: number): number {
  const place = (sorted.length - 1) * p;
  const [below, above] = [sorted[Math.floor(place)] ?? NaN, sorted[Math.ceil(place)] ?? NaN];
  return below + (above - below) * (place - Math.floor(place));
}

/** Quantiles of a stream of numbers ≥ 0. */
export interface Quantiles {
  add(value: number): void;
  /** `null` before the first number. */
  read(p: number): number | null;
  /** Counts of numbers in each of `bins` equal intervals between the least and the greatest. */
  histogram(bins: number): HistogramBin[];
}

/** Most numbers stored exactly; beyond, they are counted in a fixed number of bins of 1 % width. */
const EXACT = 8192;
const STEP = Math.log(1.01);

/** Creates a quantile counter: exact for the first thousands of numbers, within 1 % beyond. */
export function createQuantiles(): Quantiles {
  let exact: number[] | null = [];
  const bins = new Map<number, number>();
  const count = (value: number) => bins.set(binOf(value), (bins.get(binOf(value)) ?? 0) + 1);
  const weighted = (): WeightedValue[] =>
    exact === null
      ? [...bins].map(([bin, weight]) => ({ value: valueOf(bin), weight })).toSorted((a, b) => a.value - b.value)
      : exact.toSorted((a, b) => a - b).map((value) => ({ value, weight: 1 }));
  return {
    add(value) {
      if (exact === null) return void count(value);
      exact.push(value);
      if (exact.length <= EXACT) return;
      exact.forEach(count);
      exact = null;
    },
    read(p) {
      const values = weighted();
      if (exact !== null && values.length > 0)
        return quantileOfSorted(
          values.map(({ value }) => value),
          p,
        );
      return quantileOfWeighted(values, p);
    },
    histogram: (parts) => toHistogram(weighted(), parts),
  };
}

interface WeightedValue {
  readonly value: number;
  readonly weight: number;
}

/** Bin 0 is for 0; each further bin is 1 % wider than the previous one. */
function binOf(value: number): number {
  return value <= 0 ? -Infinity : Math.round(Math.log(value) / STEP);
}

function valueOf(bin: number): number {
  return Math.exp(bin * STEP);
}

function quantileOfWeighted(values: readonly WeightedValue[], p: number): number | null {
  const total = values.reduce((sum, { weight }) => sum + weight, 0);
  let seen = 0;
  for (const { value, weight } of values) {
    seen += weight;
    if (seen >= p * total) return value;
  }
  return values.at(-1)?.value ?? null;
}

function toHistogram(values: readonly WeightedValue[], parts: number): HistogramBin[] {
  const [first, last] = [values[0], values.at(-1)];
  if (first === undefined || last === undefined) return [];
  const [from, span] = [first.value, last.value - first.value];
  if (span === 0) return [{ from, to: from, count: values.reduce((sum, { weight }) => sum + weight, 0) }];
  const counts = Array.from({ length: parts }, () => 0);
  for (const { value, weight } of values) {
    const part = Math.min(parts - 1, Math.floor(((value - from) / span) * parts));
    counts[part] = (counts[part] ?? 0) + weight;
  }
  const edge = (part: number) => from + (span * part) / parts;
  return counts.map((count, part) => ({ from: edge(part), to: edge(part + 1), count }));
}
