import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cohenKappa, fleissKappa } from '../../../../src/evaluation/statistics/agreement.ts';
import { billChangeInterval, unlimitedMeanInterval } from '../../../../src/evaluation/statistics/betting-on-costs.ts';
import { boundedMeanInterval, boundedMeanPValue, sampleOf } from '../../../../src/evaluation/statistics/betting.ts';
import {
  correctForNumber,
  drawSignFlips,
  signFlipInterval,
  signFlipPValue,
  signTest,
} from '../../../../src/evaluation/statistics/hypothesis-tests.ts';
import {
  createMoments,
  type Interval,
  meanInterval,
  shareInterval,
} from '../../../../src/evaluation/statistics/intervals.ts';
import { compareSlowRatio } from '../../../../src/evaluation/statistics/latency-ratios.ts';
import { forecastPairedShares } from '../../../../src/evaluation/statistics/paired-shares.ts';
import { powerToFind } from '../../../../src/evaluation/statistics/power.ts';
import { quantileRanks } from '../../../../src/evaluation/statistics/quantiles.ts';
import { createRandom } from '../../../../src/evaluation/statistics/random.ts';
import { createSkewness } from '../../../../src/evaluation/statistics/skewness.ts';
import { mean } from '../../../../src/foundation/numbers.ts';

type Ends = readonly [number, number];
type Table = readonly (readonly number[])[];

/** @source scipy, statsmodels and confseq, in the versions that the file names: test/fixtures/statistics/packages.py */
const packages = JSON.parse(readFileSync('test/fixtures/statistics/packages.json', 'utf8')) as {
  readonly scores: Readonly<Record<string, readonly number[]>>;
  readonly betting: readonly {
    readonly shape: string;
    readonly level: number;
    readonly interval: Ends;
    readonly p_value_of_half: number;
    readonly width_of_their_bets: number;
  }[];
  readonly costs: Readonly<Record<string, readonly number[]>>;
  readonly 'mean costs': readonly {
    readonly shape: string;
    readonly level: number;
    readonly interval: readonly [number, number | null];
  }[];
  readonly bills: readonly {
    readonly before: string;
    readonly after: string;
    readonly level: number;
    readonly interval: Ends;
  }[];
  readonly shares: readonly (readonly [number, number, number, number, number])[];
  readonly McNemar: readonly (readonly [number, number, number])[];
  readonly Holm: readonly (readonly [number[], number[]])[];
  readonly power: readonly (readonly [number, number, number, number, number])[];
  readonly Tango: readonly (readonly [number, number, number, number, number, number])[];
  readonly 'sign flips': readonly { readonly differences: readonly number[]; readonly p_value: number }[];
  readonly 'sign flip intervals': readonly { readonly differences: readonly number[]; readonly interval: Ends }[];
  readonly quantiles: readonly {
    readonly count: number;
    readonly p: number;
    readonly level: number;
    readonly interval: readonly [number | null, number | null];
  }[];
  readonly 'slow calls': {
    readonly before: readonly number[];
    readonly after: readonly number[];
    readonly p_value: number;
  };
  readonly clusters: { readonly rows: Table; readonly interval: Ends };
  readonly means: readonly { readonly numbers: readonly number[]; readonly interval: Ends }[];
  readonly skewness: readonly { readonly shape: string; readonly skewness: number }[];
  readonly "Cohen's kappa": readonly { readonly table: Table; readonly kappa: number; readonly interval: Ends }[];
  readonly "Fleiss' kappa": readonly { readonly votes: Table; readonly kappa: number }[];
};

function expectClose(
  interval: readonly (number | null)[] | null,
  ends: readonly (number | null)[],
  digits: number,
): void {
  expect(interval).toEqual(ends.map((end) => (end === null ? null : expect.closeTo(end, digits))));
}

const scoresOf = (shape: string) => sampleOf(packages.scores[shape] ?? []);
const costsOf = (shape: string) => Float64Array.from(packages.costs[shape] ?? []);

test.each(packages.betting)('confseq with the same bets has the interval and the p-value of $shape', (reference) => {
  const { shape, level, interval, p_value_of_half: p } = reference;
  expectClose(boundedMeanInterval(scoresOf(shape), level), interval, 9);
  const ours = boundedMeanPValue(scoresOf(shape), 0.5);
  expect(Math.abs(Math.log(ours / p))).toBeLessThan(1e-9);
});

// Its bets adapt to the numbers before, are hedged, and are truncated at half.
test('no interval is much wider than with the bets that confseq chooses', () => {
  const widths = packages.betting.map(
    ({ interval: [low, high], width_of_their_bets: theirs }) => (high - low) / theirs,
  );
  expect(Math.max(...widths)).toBeLessThan(1.2);
  expect(Math.min(...widths)).toBeGreaterThan(1 / 1.5);
});

test.each(packages['mean costs'])(
  'confseq with the same bets has the interval of the mean cost of $shape',
  (reference) => {
    const { shape, level, interval } = reference;
    const found = unlimitedMeanInterval(sampleOf([...costsOf(shape)]), level);
    expectClose(found, interval, 9);
  },
);

test.each(packages.bills)('confseq with the same bets has the interval of the bill of $after after $before', (bill) => {
  const found = billChangeInterval({ before: costsOf(bill.before), after: costsOf(bill.after) }, bill.level);
  expectClose(found, bill.interval, 8);
});

test.each(packages.shares)('statsmodels has the interval of %d of %d at %d', (successes, count, level, ...ends) => {
  expectClose(shareInterval(successes, count, level), ends, 10);
});

test.each(packages.McNemar)('statsmodels has the p-value of %d gained and %d lost', (gained, lost, p) => {
  expect(signTest(gained, lost) / p).toBeCloseTo(1, 9);
});

test.each(packages.Holm)('statsmodels corrects %j as we do', (given, corrected) => {
  const found = correctForNumber(given, 0.05).map(({ pValue }) => pValue);
  expect(found).toEqual(corrected.map((p) => expect.closeTo(p, 12)));
});

test.each(packages.power)('the power of %d pairs to find %d among %d at %d is that of all outcomes', (...reference) => {
  const [pairs, difference, discordant, alpha, power] = reference;
  expect(powerToFind(pairs, difference, { discordant, level: 1 - alpha })).toBeCloseTo(power, 9);
});

test.each(packages.Tango)(
  "of %d pairs, %d gained and %d lost have Tango's limits",
  (pairs, gained, lost, level, ...ends) => {
    expectClose(forecastPairedShares({ pairs, gained, lost }, level), ends, 6);
  },
);

const flipsOf = (differences: readonly number[]) =>
  drawSignFlips(
    { sums: Float64Array.from(differences), counts: new Float64Array(differences.length).fill(1) },
    createRandom(1),
  );

test.each(packages['sign flips'])(
  'scipy has the p-value of the flips of $differences',
  ({ differences, p_value: p }) => {
    expect(signFlipPValue(flipsOf(differences), 0)).toBeCloseTo(p, 12);
  },
);

test.each(packages['sign flip intervals'])('scipy refutes what the interval of $differences excludes', (reference) => {
  expectClose(signFlipInterval(flipsOf(reference.differences), 0.95), reference.interval, 6);
});

test.each(packages.quantiles)('scipy has the interval of the quantile $p of $count at $level', (reference) => {
  const { count, p, level, interval } = reference;
  const ranks = quantileRanks(count, p, level).map((rank) => (rank < 1 || rank > count ? null : rank));
  expect(ranks).toEqual(interval);
});

test('statsmodels has the p-value of slow calls, from the table of those among the slowest 5 %', () => {
  const { before, after, p_value: p } = packages['slow calls'];
  const figures = { before: Float64Array.from(before), after: Float64Array.from(after) };
  expect(compareSlowRatio(figures).pValue).toBeCloseTo(p, 12);
});

function studentOf(numbers: readonly number[]): Interval | null {
  const moments = createMoments();
  for (const number of numbers) moments.add(number);
  return meanInterval(moments.read(), 0.95);
}

test.each(packages.means)('statsmodels has the interval of the mean', ({ numbers, interval }) => {
  expectClose(studentOf(numbers), interval, 9);
});

test("the interval of the cases' means is the cluster-robust one of a regression of all rows", () => {
  const { rows, interval } = packages.clusters;
  expectClose(studentOf(rows.map((row) => mean(row) ?? Number.NaN)), interval, 9);
});

test.each(packages.skewness)('scipy has the skewness of $shape', ({ shape, skewness: reference }) => {
  const skewness = createSkewness();
  for (const cost of costsOf(shape)) skewness.add(cost);
  expect(skewness.read().skewness).toBeCloseTo(reference, 9);
});

test.each(packages["Cohen's kappa"])("statsmodels has Cohen's kappa of $table", ({ table, kappa, interval }) => {
  const found = cohenKappa(table, 0.95);
  expect(found?.value).toBeCloseTo(kappa, 12);
  // Perfect agreement has no interval here, and one without width there; a kappa is between −1 and 1.
  const clipped = [Math.max(-1, interval[0]), Math.min(1, interval[1])];
  if (kappa === 1) expect(found).toEqual({ value: 1, interval: null });
  else expectClose(found?.interval ?? null, clipped, 9);
});

test.each(packages["Fleiss' kappa"])("statsmodels has Fleiss' kappa of $votes", ({ votes, kappa }) => {
  const found = fleissKappa(votes, { random: createRandom(1), level: 0.95 });
  expect(found?.value).toBeCloseTo(kappa, 12);
  if (kappa === 1) expect(found?.value).toBe(1);
});
