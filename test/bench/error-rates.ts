import { bootstrapMean } from '../../src/evaluation/statistics/bootstrap.ts';
import { createMoments, meanInterval } from '../../src/evaluation/statistics/intervals.ts';
import { createRandom } from '../../src/evaluation/statistics/random.ts';
import { BOUNDED, BROKEN, COVERED } from '../helpers/error-rates/changes.ts';
import { EQUAL_BILLS } from '../helpers/error-rates/costs.ts';
import { passingLosses, passRate, worstBoundRate, worstPassRate } from '../helpers/error-rates/enumerate.ts';
import { type PowerShape, powerTold, rowsTold, simulatePower } from '../helpers/error-rates/power.ts';
import { createDraw, type Draw, SHAPES } from '../helpers/error-rates/shapes.ts';
import {
  type CoveredShape,
  comparedOf,
  simulateBound,
  simulateCoverage,
  simulateFalseVerdicts,
  simulateGate,
} from '../helpers/error-rates/simulate.ts';

const SIZES = [5, 10, 20, 50, 100, 500];
const RUNS = 1000;

/** Simulates how often verdicts, intervals and gates are wrong, next to Student's t and the BCa bootstrap. */
export function tableErrorRates(): string {
  return [
    table(
      'False verdicts between alike variants, of one metric (nominal 5 %)',
      SIZES,
      SHAPES.flatMap((shape) => [
        [
          shape.name,
          (rows: number) => simulateFalseVerdicts(shape, 1, { rows, runs: runsOf(rows), seed: rows }),
        ] as const,
        ...OTHERS.map(
          ([name, interval]) =>
            [
              `— ${name}`,
              (rows: number) => missesZero(interval, (draw) => differenceOf(shape.kind, shape.alike(draw)), rows),
            ] as const,
        ),
      ]),
    ),
    table(
      'False verdicts between alike variants, of five metrics together (nominal 5 %)',
      [5, 20, 100],
      SHAPES.map((shape) => [
        shape.name,
        (rows: number) => simulateFalseVerdicts(shape, 5, { rows, runs: RUNS, seed: rows }),
      ]),
    ),
    table(
      'Intervals that contain the true change (nominal 95 %)',
      SIZES,
      COVERED.flatMap((shape) => [
        [shape.name, (rows: number) => simulateCoverage(shape, { rows, runs: runsOf(rows), seed: rows })] as const,
        ...OTHERS.map(
          ([name, interval]) => [`— ${name}`, (rows: number) => containsChange(interval, shape, rows)] as const,
        ),
      ]),
    ),
    table(
      'False passes of `not_worse_by`, where the true change is exactly what is allowed (nominal 2.5 %)',
      [10, 20, 50, 100, 500],
      BROKEN.map((shape) => [shape.name, (rows) => simulateGate(shape, { rows, runs: RUNS / 2, seed: rows }).passed]),
    ),
    table(
      'Verdicts on equal bills whose rows differ (nominal 5 %; fewer where they are too skewed to say)',
      SIZES,
      EQUAL_BILLS.map(({ name, pair }) => [
        name,
        (rows) =>
          simulateFalseVerdicts({ name, kind: 'cost', alike: pair }, 1, { rows, runs: runsOf(rows), seed: rows }),
      ]),
    ),
    table(
      'False passes of a confident `minimum` or `maximum`, where the true mean is the bound (nominal 2.5 %)',
      [10, 20, 50, 100, 500],
      BOUNDED.map((shape) => [shape.name, (rows) => simulateBound(shape, { rows, runs: 2 * RUNS, seed: rows }).passed]),
    ),
    tableExact(),
    tablePower(),
    table(
      'Scores with σ 0.15 that differ by 0.1: comparisons that find it',
      [20, 50, 100, 200],
      [
        ['betting', (rows) => findsScores(rows, (pairs) => comparedOf('score', pairs).verdict === 'better')],
        ['— Student', (rows) => findsScores(rows, (pairs) => (student(pairs.map(([a, b]) => b - a))?.[0] ?? 0) > 0)],
      ],
    ),
  ].join('\n\n');
}

/** Computes, instead of simulating, how often gates of pass or fail pass falsely. */
export function tableExact(): string {
  const memo = new Map<string, number[]>();
  const mostOf = (rows: number, allowed: number) => {
    const name = `${rows} ${allowed}`;
    const found = memo.get(name) ?? passingLosses(rows, allowed);
    memo.set(name, found);
    return found;
  };
  return table(
    'False passes of pass or fail, by enumeration of all outcomes. The true loss or share is exactly at the limit (nominal 2.5 %)',
    [10, 20, 50, 80, 120, 200, 400],
    [
      ...[0.01, 0.02, 0.05, 0.1].flatMap((allowed) => [
        [
          `\`not_worse_by: ${allowed}\`, the worst share of other changes`,
          (rows: number) => worstPassRate(mostOf(rows, allowed), allowed),
        ] as const,
        [
          '— answers of a pass rate of 50 %, drawn anew',
          (rows: number) => passRate(mostOf(rows, allowed), (0.5 + allowed) / 2, (0.5 - allowed) / 2),
        ] as const,
        ['— nothing else changes', (rows: number) => passRate(mostOf(rows, allowed), allowed, 0)] as const,
      ]),
      ['`minimum` or `maximum` with `confident`, the worst share', (rows) => worstBoundRate(rows)],
    ],
  );
}

/** The most expensive sizes get fewer runs. */
function runsOf(rows: number): number {
  return rows > 100 ? RUNS / 2 : RUNS;
}

/** Compares the computed power of a metric next to two others with the simulated one. */
export function tablePower(): string {
  const title =
    'Comparisons of pass rates that find a change, next to cost and latency, with a third of the level each (Holm), as computed and as simulated';
  process.stderr.write(`${title} …\n`);
  return [
    `${title}:`,
    '',
    '| change | rows that differ | rows | computed | found |',
    '|--:|--:|--:|--:|--:|',
    ...POWERS.flatMap((shape) => [0.5, 1, 1.5].map((share) => powerLine(shape, Math.round(share * rowsTold(shape))))),
    ...[...OTHER_POWERS].map(([name, shape]) => powerLine(shape, rowsTold(shape), `, ${name}`)),
  ].join('\n');
}

const POWERS: readonly PowerShape[] = [
  { difference: 0.2, discordant: 0.2 },
  { difference: 0.2, discordant: 0.3 },
  { difference: 0.3, discordant: 0.5 },
  { difference: 0.1, discordant: 0.13 },
  { difference: 0.1, discordant: 0.2 },
  { difference: 0.05, discordant: 0.1 },
  { difference: 0.05, discordant: 0.2 },
];

/** What the computed power does not ask for. */
const OTHER_POWERS: ReadonlyMap<string, PowerShape> = new Map([
  ['all rows pass or all fail otherwise', { difference: 0.1, discordant: 0.2, passing: 1 }],
  ['cost and latency change, too', { difference: 0.1, discordant: 0.2, ratios: [100, 100] }],
  ['next to seven metrics', { difference: 0.1, discordant: 0.2, ratios: [1, 1, 1, 1, 1, 1, 1] }],
]);

function powerLine(shape: PowerShape, rows: number, name = ''): string {
  const found = simulatePower(shape, { rows, runs: 4 * RUNS, seed: rows });
  const [change, discordant, told] = [shape.difference, shape.discordant, powerTold(shape, rows)].map(percent);
  return `| ${change}${name} | ${discordant} | ${rows} | ${told} | ${percent(found)} |`;
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`;
}

type ToInterval = (values: readonly number[], run: number) => readonly [number, number] | null;

const student: (values: readonly number[]) => readonly [number, number] | null = (values) => {
  const moments = createMoments();
  for (const value of values) moments.add(value);
  return meanInterval(moments.read(), 0.95);
};

const bca: ToInterval = (values, run) => {
  const groups = { sums: Float64Array.from(values), counts: new Float64Array(values.length).fill(1) };
  return bootstrapMean(groups, { random: createRandom(run), level: 0.95, resamples: 1000 }).interval;
};

const OTHERS: readonly (readonly [string, ToInterval])[] = [
  ['Student', student],
  ['BCa bootstrap', bca],
];

function missesZero(interval: ToInterval, difference: (draw: Draw) => number, rows: number): number {
  return rateOf(runsOf(rows), rows, (draw, run) => {
    const [low, high] = interval(
      Array.from({ length: rows }, () => difference(draw)),
      run,
    ) ?? [-1, 1];
    return low > 0 || high < 0;
  });
}

function containsChange(interval: ToInterval, shape: CoveredShape, rows: number): number {
  const change = shape.kind === 'latency' ? Math.log1p(shape.change) : shape.change;
  return rateOf(runsOf(rows), rows, (draw, run) => {
    const differences = Array.from({ length: rows }, () => differenceOf(shape.kind, shape.pair(draw)));
    const [low, high] = interval(differences, run) ?? [-Infinity, Infinity];
    return low <= change && change <= high;
  });
}

function differenceOf(
  kind: CoveredShape['kind'],
  [before, after]: readonly [number | boolean, number | boolean],
): number {
  return kind === 'latency' ? Math.log(Number(after)) - Math.log(Number(before)) : Number(after) - Number(before);
}

function findsScores(rows: number, finds: (pairs: readonly (readonly [number, number])[]) => boolean): number {
  return rateOf(RUNS / 2, rows, ({ normal }) => {
    const score = (mean: number) => Math.min(1, Math.max(0, mean + 0.15 * normal()));
    return finds(Array.from({ length: rows }, () => [score(0.5), score(0.6)] as const));
  });
}

function rateOf(runs: number, seed: number, holds: (draw: Draw, run: number) => boolean): number {
  const draw = createDraw(createRandom(seed));
  let count = 0;
  for (let run = 0; run < runs; run += 1) if (holds(draw, run)) count += 1;
  return count / runs;
}

function table(
  title: string,
  sizes: readonly number[],
  lines: readonly (readonly [string, (rows: number) => number])[],
): string {
  process.stderr.write(`${title} …\n`);
  return [
    `${title}:`,
    '',
    `| | ${sizes.map((rows) => `${rows} rows`).join(' | ')} |`,
    `|---|${sizes.map(() => '--:|').join('')}`,
    ...lines.map(([name, rate]) => `| ${name} | ${sizes.map((rows) => percent(rate(rows))).join(' | ')} |`),
  ].join('\n');
}
