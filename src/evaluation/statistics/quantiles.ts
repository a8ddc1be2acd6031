import type { HistogramBin } from '../../contract/evaluations/evaluation-summary.ts';
import { clamp, sumOf } from '../../foundation/numbers.ts';
import { binomialCdf } from './distributions.ts';

/**
 * Reads a quantile from sorted numbers, interpolating between two of them.
 *
 * @param p - 0 to 1
 * @source Hyndman and Fan, "Sample quantiles in statistical packages", Am. Stat. 50 (1996), definition 7
 */
export function quantileOfSorted(sorted: ArrayLike<number>, p: number): number {
  const place = (sorted.length - 1) * p;
  const [below, above] = [sorted[Math.floor(place)] ?? NaN, sorted[Math.ceil(place)] ?? NaN];
  const [gap, part] = [above - below, place - Math.floor(place)];
  return Number.isFinite(gap) ? below + gap * part : below * (1 - part) + above * part;
}

export type Quantiles = ReturnType<typeof createQuantiles>;

/** Most numbers stored exactly; beyond, they are counted in a fixed number of bins of 1 % width. */
const EXACT = 8192;
const STEP = Math.log(1.01);

/**
 * Creates a quantile counter: exact for the first thousands of numbers, each within 1 % of its size beyond. Of numbers on
 * one side of 0, the distance from the first thousands' nearest to 0 is within 1 %: so 10⁸ and 10⁸ + 1 stay apart.
 */
export function createQuantiles() {
  let exact: number[] | null = [];
  let bins: ReturnType<typeof createBins> | null = null;
  let [least, greatest] = [Infinity, -Infinity];
  const weighted = (): WeightedValue[] => {
    if (exact !== null) return exact.toSorted((a, b) => a - b).map((value) => ({ value, weight: 1 }));
    return (bins?.read() ?? [])
      .map(({ value, weight }) => ({ value: clamp(value, least, greatest), weight }))
      .toSorted((a, b) => a.value - b.value);
  };
  return {
    add(value: number): void {
      [least, greatest] = [Math.min(least, value), Math.max(greatest, value)];
      if (bins !== null) bins.add(value);
      if (exact === null) return;
      exact.push(value);
      if (exact.length <= EXACT) return;
      bins = createBins(least > 0 ? least : Math.min(0, greatest));
      for (const known of exact) bins.add(known);
      exact = null;
    },
    /** @returns `null` before the first number */
    read(p: number): number | null {
      const values = weighted();
      if (exact !== null && values.length > 0)
        return quantileOfSorted(
          values.map(({ value }) => value),
          p,
        );
      return quantileOfWeighted(values, p);
    },
    /** The number with this rank from the least, from 1; `null` where there is none. */
    at: (rank: number) => numberAt(weighted(), rank),
    /** Counts of numbers in each of `parts` equal intervals between the least and the greatest. */
    histogram: (parts: number) => toHistogram(weighted(), parts),
  };
}

interface WeightedValue {
  readonly value: number;
  readonly weight: number;
}

/**
 * Counts numbers in bins of 1 % width.
 *
 * @param anchor - numbers that are further from 0, on the same side, are counted by their distance from it
 */
function createBins(anchor: number) {
  const parts = [-1, 1].flatMap((sign) =>
    [0, sign * anchor > 0 ? sign * anchor : null].flatMap((base) =>
      base === null ? [] : [{ sign, base, counts: new Map<number, number>() }],
    ),
  );
  return {
    add(value: number): void {
      const [sign, size] = [value < 0 ? -1 : 1, Math.abs(value)];
      const part = parts.findLast((one) => one.sign === sign && size >= one.base);
      if (part === undefined) return;
      const bin = binOf(size - part.base);
      part.counts.set(bin, (part.counts.get(bin) ?? 0) + 1);
    },
    read: () =>
      parts.flatMap(({ sign, base, counts }) => {
        // Below the anchor, the middle of the last bin could be beyond it.
        const most = base === 0 && sign * anchor > 0 ? sign * anchor : Infinity;
        return [...counts].map(([bin, weight]) => ({ value: sign * Math.min(most, base + valueOf(bin)), weight }));
      }),
  };
}

/** Each bin is 1 % wider than the previous one; 0 has its own. */
function binOf(size: number): number {
  return size === 0 ? -Infinity : Math.round(Math.log(size) / STEP);
}

function valueOf(bin: number): number {
  return Math.exp(bin * STEP);
}

function quantileOfWeighted(values: readonly WeightedValue[], p: number): number | null {
  const total = sumOf(values, ({ weight }) => weight);
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
  // Half of each, where the difference of the two overflows.
  if (!Number.isFinite(span)) {
    const halves = toHistogram(
      values.map(({ value, weight }) => ({ value: value / 2, weight })),
      parts,
    );
    return halves.map((bin) => ({ from: bin.from * 2, to: bin.to * 2, count: bin.count }));
  }
  if (span === 0) return [{ from, to: from, count: sumOf(values, ({ weight }) => weight) }];
  const counts = Array.from({ length: parts }, () => 0);
  for (const { value, weight } of values) {
    const part = Math.min(parts - 1, Math.floor(((value - from) / span) * parts));
    counts[part] = (counts[part] ?? 0) + weight;
  }
  const edge = (part: number) =>
    Number.isFinite(span * part) ? from + (span * part) / parts : from + span * (part / parts);
  return counts.map((count, part) => ({ from: edge(part), to: edge(part + 1), count }));
}

/**
 * Computes the ranks of the numbers that enclose a quantile, whatever the distribution. A rank of 0, or above `count`,
 * means that no number is low or high enough.
 *
 * @source Conover, Practical Nonparametric Statistics, §3.2
 */
export function quantileRanks(count: number, p: number, level: number): readonly [number, number] {
  const tail = (1 - level) / 2;
  // The number of this rank is above the quantile when fewer numbers than the rank are below it.
  const lowest = firstRank(count, (rank) => binomialCdf(rank - 1, count, p) > tail) - 1;
  const highest = firstRank(count, (rank) => binomialCdf(rank - 1, count, p) >= 1 - tail);
  return [lowest, highest];
}

/** Finds the first rank from 1 that fulfils a condition, which all later ones do; `count` + 1 where none does. */
function firstRank(count: number, isReached: (rank: number) => boolean): number {
  let [low, high] = [1, count + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isReached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
