import type { ComparedPoints } from '../../contract/evaluations/comparison.ts';
import type { RepeatedValue } from './group-repeats.ts';
import type { RowPair } from './pair-rows.ts';

/** A metric's value of a row in the baseline and in the candidate. */
export type PairedValue = readonly [before: RepeatedValue['value'], after: RepeatedValue['value']];

/** Collects the values of single rows. */
export interface PointCollector {
  /** @param values - in the order of the metrics */
  add(pair: Pick<RowPair, 'row' | 'baseline' | 'candidate'>, values: readonly PairedValue[]): void;
  read(): ComparedPoints;
}

interface Point {
  readonly row: number;
  readonly candidateRow: number;
  readonly values: readonly PairedValue[];
}

/**
 * Collects at most `limit` rows, evenly spread over all: every second row, then every fourth, as more arrive. What is
 * left out does not depend on the values, so a picture of the rest shows the same distribution.
 */
export function createPoints(metrics: readonly string[], limit: number): PointCollector {
  let points: Point[] = [];
  let [seen, every] = [0, 1];
  return {
    add({ row, baseline, candidate }, values) {
      const isListed = seen % every === 0;
      seen += 1;
      if (limit === 0 || !isListed) return;
      points.push({ row: baseline[0].row ?? row, candidateRow: candidate[0].row ?? row, values });
      if (points.length <= limit) return;
      points = points.filter((_, index) => index % 2 === 0);
      every *= 2;
    },
    read: () => ({
      every,
      rows: points.map(({ row }) => row),
      candidate_rows: points.map(({ candidateRow }) => candidateRow),
      metrics: metrics.map((metric, index) => ({
        metric,
        before: points.map(({ values }) => toNumber(values[index]?.[0])),
        after: points.map(({ values }) => toNumber(values[index]?.[1])),
      })),
    }),
  };
}

function toNumber(value: RepeatedValue['value'] | undefined): number | null {
  return value === null || value === undefined ? null : Number(value);
}
