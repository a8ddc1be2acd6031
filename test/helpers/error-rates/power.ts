import type { UndecidedMetric } from '../../../src/evaluation/compare/compare-metric.ts';
import { decideMetrics } from '../../../src/evaluation/compare/compare-evaluations.ts';
import { pairsToFind, powerToFind } from '../../../src/evaluation/statistics/power.ts';
import { createRandom } from '../../../src/evaluation/statistics/random.ts';
import { createDraw } from './shapes.ts';
import { comparePairs, type Pair, pairsOf, shareOf, type SimulateOptions } from './simulate.ts';

/** A true change of a pass rate, and the metrics that are compared next to it. */
export interface PowerShape {
  readonly difference: number;
  readonly discordant: number;
  /** Share of the rows where both pass, of those that do not differ. @defaultValue 0.5 */
  readonly passing?: number;
}

/** A guard next to cost and latency has a third of the level; a primary metric, as `wf testsets check` assumes, all. */
const METRICS = 3;

/** Rows of the metrics next to it. Their p-values are distributed alike for any number, and few flips are fast. */
const FIGURES = 11;

/** Comparisons of each metric next to it, of which every run draws one. */
const DRAWN = 300;

/** The computed power that this many rows have, at a third of the level. */
export function powerTold({ difference, discordant }: PowerShape, rows: number): number {
  return powerToFind(rows, difference, { discordant, metrics: METRICS });
}

/** The computed rows that find the change in 80 % of all comparisons, at a third of the level. */
export function rowsTold({ difference, discordant }: PowerShape): number {
  const rows = pairsToFind(difference, { discordant, metrics: METRICS });
  if (rows === null) throw new Error(`No number of rows finds ${difference}.`);
  return rows;
}

/** Simulates comparisons of pass rates. @returns the share found better */
export function simulatePower(shape: PowerShape, options: SimulateOptions): number {
  const figures = [0, 1].map((index) => drawFigures(options.seed + index));
  const compareRates = memoize(comparePasses);
  return shareOf(options, ({ uniform }) => {
    const rates = compareRates(countPasses(shape, options.rows, uniform));
    const drawn = figures.map((compared) => compared[Math.floor(uniform() * DRAWN)]);
    const compared = [rates, ...drawn].filter((metric) => metric !== undefined);
    return decideMetrics(compared, 0.95)[0]?.verdict === 'better';
  });
}

/** Compares latencies that do not change, several times. */
function drawFigures(seed: number): UndecidedMetric[] {
  const { normal } = createDraw(createRandom(seed));
  return Array.from({ length: DRAWN }, (_, run) =>
    comparePairs(
      'latency',
      pairsOf(FIGURES, (): Pair => [Math.exp(normal()), Math.exp(normal())]),
      run,
    ),
  );
}

/** What a comparison of pass or fail depends on: the order of the rows does not matter. */
type PassCounts = Readonly<Record<'both' | 'onlyFirst' | 'onlySecond' | 'neither', number>>;

function countPasses(
  { difference, discordant, passing = 0.5 }: PowerShape,
  rows: number,
  uniform: () => number,
): PassCounts {
  const counts = { both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 };
  for (let row = 0; row < rows; row += 1) {
    const place = uniform();
    if (place < (discordant + difference) / 2) counts.onlySecond += 1;
    else if (place < discordant) counts.onlyFirst += 1;
    else counts[uniform() < passing ? 'both' : 'neither'] += 1;
  }
  return counts;
}

function comparePasses({ both, onlyFirst, onlySecond, neither }: PassCounts): UndecidedMetric {
  const rows = [
    [both, [true, true]],
    [onlyFirst, [true, false]],
    [onlySecond, [false, true]],
    [neither, [false, false]],
  ] as const;
  return comparePairs(
    'score',
    rows.flatMap(([count, pair]) => Array.from({ length: count }, (): Pair => pair)),
    1,
  );
}

function memoize(compare: (counts: PassCounts) => UndecidedMetric): (counts: PassCounts) => UndecidedMetric {
  const known = new Map<string, UndecidedMetric>();
  return (counts) => {
    const key = JSON.stringify(counts);
    const found = known.get(key) ?? withoutIntervals(compare(counts));
    known.set(key, found);
    return found;
  };
}

/** The p-value decides alone, and an interval takes a thousand times as long. */
function withoutIntervals({ answer, ...compared }: UndecidedMetric): UndecidedMetric {
  if (answer === null) return { ...compared, answer };
  const testAt: typeof answer.testAt = (alpha) => ({ ...answer.testAt(alpha), intervalAt: () => null });
  return { ...compared, answer: { ...answer, testAt } };
}
