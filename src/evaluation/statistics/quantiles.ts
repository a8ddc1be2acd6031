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

/** Quantiles of a stream of numbers. */
export interface Quantiles {
  add(value: number): void;
  /** `null` before the first number. */
  read(p: number): number | null;
  /** The number with this rank from the least, from 1; `null` where there is none. */
  at(rank: number): number | null;
  /** Counts of numbers in each of `bins` equal intervals between the least and the greatest. */
  histogram(bins: number): HistogramBin[];
}

/** Most numbers stored exactly; beyond, they are counted in a fixed number of bins of 1 % width. */
const EXACT = 8192;
const STEP = Math.log(1.01);

/** Creates a quantile counter: exact for the first thousands of numbers, each within 1 % of its size beyond. */
export function createQuantiles(): Quantiles {
  let exact: number[] | null = [];
  const [negative, positive] = [new Map<number, number>(), new Map<number, number>()];
  let [zeros, least, greatest] = [0, Infinity, -Infinity];
  const count = (value: number): void => {
    if (value === 0) zeros += 1;
    else increment(value < 0 ? negative : positive, binOf(Math.abs(value)));
  };
  const weighted = (): WeightedValue[] => {
    if (exact !== null) return exact.toSorted((a, b) => a - b).map((value) => ({ value, weight: 1 }));
    const [below, above] = [negative, positive].map((bins) =>
      [...bins].toSorted(([a], [b]) => a - b).map(([bin, weight]) => ({ value: valueOf(bin), weight })),
    );
    return [
      ...(below ?? []).toReversed().map(({ value, weight }) => ({ value: -value, weight })),
      ...(zeros === 0 ? [] : [{ value: 0, weight: zeros }]),
      ...(above ?? []),
    ].map(({ value, weight }) => ({ value: Math.min(greatest, Math.max(least, value)), weight }));
  };
  return {
    add(value) {
      [least, greatest] = [Math.min(least, value), Math.max(greatest, value)];
      if (exact === null) return count(value);
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
    at: (rank) => numberAt(weighted(), rank),
    histogram: (parts) => toHistogram(weighted(), parts),
  };
}

interface WeightedValue {
  readonly value: number;
  readonly weight: number;
}

function increment(counts: Map<number, number>, bin: number): void {
  counts.set(bin, (counts.get(bin) ?? 0) + 1);
}

/** Each bin is 1 % wider than the previous one. */
function binOf(size: number): number {
  return Math.round(Math.log(size) / STEP);
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

function numberAt(values: readonly WeightedValue[], rank: number): number | null {
  let seen = 0;
  for (const { value, weight } of values) {
    seen += weight;
    if (rank >= 1 && seen >= rank) return value;
  }
  return null;
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
