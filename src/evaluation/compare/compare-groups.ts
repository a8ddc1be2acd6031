import { shortenValue } from '../../foundation/shorten.ts';
import { setImmediate } from 'node:timers/promises';
import { bySize, createRowGroups, requireColumn, SMALL_GROUP, cellOf } from '../groups/group-rows.ts';
import { type PairedCalls, type UndecidedMetric, compareMetric, type MetricComparison } from './compare-metric.ts';
import { countRows, readCase } from './cases.ts';
import { comparedOf, type Metric, metricsOf, type RangeOf } from './metrics.ts';
import type { CasePair } from './pair-cases.ts';
import type { Evaluation } from '../../contract/evaluations/evaluation.ts';

/** A group before the number of metrics and groups sets the levels of its verdicts. */
export interface UndecidedGroup {
  readonly value: unknown;
  readonly rows: number;
  readonly cases: number;
  readonly is_small: boolean;
  readonly metrics: readonly UndecidedMetric[];
}

/**
 * Creates the comparison of each value of a test set column. Other fields differ between the two evaluations: rows chosen
 * by a low score in one would be better in the other by chance alone.
 *
 * @param begin - begins a group's comparison
 */
export function createGroupedComparison(column: string, begin: () => readonly SharedMetric[]) {
  const grouped = createRowGroups(
    column,
    (row) => cellOf(row, column),
    () => ({ rows: 0, cases: 0, metrics: begin() }),
  );
  return {
    add(pair: CasePair, calls: PairedCalls): void {
      const group = grouped.of(pair.baseline[0]);
      group.rows += countRows(pair.baseline);
      group.cases += 1;
      for (const { first, second, comparison } of group.metrics) {
        comparison.add(readCase(first, pair.baseline), readCase(second, pair.candidate), calls);
      }
    },
    /** @throws {WF_NOT_FOUND} when no row has the column */
    async read(level: number): Promise<readonly UndecidedGroup[]> {
      const { groups, columns } = grouped.read();
      requireColumn(column, columns);
      const compared: UndecidedGroup[] = [];
      for (const { value, collected } of groups) {
        const { rows, cases } = collected;
        const metrics = await readMetrics(collected.metrics, level);
        compared.push({ value: shortenValue(value), rows, cases, is_small: cases < SMALL_GROUP, metrics });
      }
      return compared.toSorted(bySize);
    },
  };
}

/** Reads what was collected, and lets others run between two metrics: each may take tens of milliseconds. */
export async function readMetrics(metrics: readonly SharedMetric[], level: number): Promise<UndecidedMetric[]> {
  const read: UndecidedMetric[] = [];
  for (const { comparison } of metrics) {
    read.push(comparison.read(level));
    await setImmediate();
  }
  return read;
}

interface SharedMetric {
  readonly first: Metric;
  readonly second: Metric;
  readonly comparison: MetricComparison;
}

/** Begins the comparison of what two evaluations measure. Evaluators with equal keys and settings are the same, whatever their names. */
export function sharedMetrics(
  baseline: Evaluation,
  candidate: Evaluation,
  { seed, rangeOf, named }: { readonly seed: number; readonly rangeOf: RangeOf; readonly named: readonly string[] },
): SharedMetric[] {
  const others = metricsOf(candidate);
  return metricsOf(baseline).flatMap((first, index) => {
    const second = others.find(({ key }) => key === first.key);
    if (second === undefined) return [];
    return comparedOf(first, (name) => named.includes(name)).map((each) => {
      const metric = { ...each, range: rangeOf(each.name) ?? each.range };
      return { first: metric, second, comparison: compareMetric(metric, seed + index) };
    });
  });
}
