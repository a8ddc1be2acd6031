import { forecastSum } from '../../src/evaluation/statistics/forecast.ts';
import { createRandom } from '../../src/evaluation/statistics/random.ts';
import { BOUNDED, BROKEN, COVERED } from '../helpers/error-rates/changes.ts';
import { COSTS, EQUAL_BILLS } from '../helpers/error-rates/costs.ts';
import {
  passingLosses,
  passRate,
  percentileRate,
  worstBoundRate,
  worstPassRate,
  worstVerdictRate,
} from '../helpers/error-rates/enumerate.ts';
import { type PowerShape, powerTold, rowsTold, simulatePower } from '../helpers/error-rates/power.ts';
import { createDraw, driftingLatencies, EQUAL_PERCENTILES, SHAPES } from '../helpers/error-rates/shapes.ts';
import {
  ALIKE_COSTS,
  ALIKE_PASSES,
  type DrawRows,
  failingInstead,
  simulateEvaluations,
} from '../helpers/error-rates/simulate-evaluations.ts';
import { simulateGroups } from '../helpers/error-rates/simulate-groups.ts';
import {
  simulateBound,
  simulateCoverage,
  simulateFalseVerdicts,
  simulateGate,
  simulateSlowVerdicts,
} from '../helpers/error-rates/simulate.ts';
import { tableSpending } from './error-rates-of-spending.ts';
import { percent, table, writeTitle } from './error-rates-table.ts';

const SIZES = [5, 20, 100];
/** More rows take longer, so they get fewer runs. */
const runsOf = (rows: number) => (rows <= 60 ? 500 : rows <= 200 ? 200 : 100);
const optionsOf = (rows: number) => ({ rows, runs: runsOf(rows), seed: rows });

/**
 * Simulates how often verdicts, intervals and gates are wrong, and computes it where all outcomes can be listed. Of 500
 * runs, a rate of 5 % is seen within 1.9 points in 95 % of all seeds, and one of 2.5 % within 1.4; of 100 runs, within 4.3
 * and 3.1.
 */
export async function tableErrorRates(): Promise<string> {
  const printed: string[] = [];
  for (const print of TABLES) printed.push(await print());
  return printed.join('\n\n');
}

const TABLES: readonly (() => Promise<string>)[] = [
  () => tableVerdicts(),
  () =>
    table(
      'False verdicts between alike variants, of five metrics together (nominal 5 %, 200 runs)',
      [20],
      SHAPES.map((shape) => [shape.name, (rows) => simulateFalseVerdicts(shape, 5, { ...optionsOf(rows), runs: 200 })]),
    ),
  () =>
    table(
      'Intervals that contain the true change (nominal 95 %)',
      SIZES,
      COVERED.map((shape) => [shape.name, (rows) => simulateCoverage(shape, optionsOf(rows))]),
    ),
  () => tableBills(),
  () => tableRepeats(),
  () => tableExact(),
  () =>
    table(
      'False passes of `not_worse_by`, where the true change is exactly what is allowed (nominal 2.5 %)',
      [60, 600],
      BROKEN.map((shape) => [shape.name, (rows) => simulateGate(shape, optionsOf(rows)).passed]),
    ),
  () =>
    table(
      'False passes of a confident `minimum` or `maximum`, where the true mean is the bound (nominal 2.5 %)',
      [3, 15, 50, 300, 1000],
      BOUNDED.map((shape) => [shape.name, (rows) => simulateBound(shape, optionsOf(rows)).passed]),
    ),
  () => tableSpending(),
  () => tableGroups(),
  () => tableLatencies(),
  () =>
    table(
      'Intervals of `wf eval plan` that contain the bill of 50 more calls (nominal 90 %)',
      [5, 20, 120, 400],
      COSTS.map(({ name, figure }) => [name, (known) => forecastCoverage(figure, known)]),
      'calls known',
    ),
  () => tablePower(),
];

function tableVerdicts(): Promise<string> {
  return table('False verdicts between alike variants, of one metric (nominal 5 %)', SIZES, [
    ['pass or fail, the worst share of changes (computed)', (rows) => worstVerdictRate(rows)],
    ...[...SHAPES, ...COSTS.map(costsOf)].map(
      (shape) => [shape.name, (rows: number) => simulateFalseVerdicts(shape, 1, optionsOf(rows))] as const,
    ),
  ]);
}

function costsOf({ name, figure }: (typeof COSTS)[number]): (typeof SHAPES)[number] {
  return { name, kind: 'cost', alike: (draw) => [figure(draw), figure(draw)] };
}

/** Bills whose rows are not alike, although the bills are. */
function tableBills(): Promise<string> {
  return table(
    'Verdicts on equal bills whose rows differ (nominal 5 %, once the rare rows have occurred)',
    [10, 20, 40, 60, 130],
    EQUAL_BILLS.slice(COSTS.length).map(({ name, pair }) => [
      name,
      (rows) => simulateFalseVerdicts({ name, kind: 'cost', alike: pair }, 1, optionsOf(rows)),
    ]),
  );
}

function tableRepeats(): Promise<string> {
  const rate = (metric: string, copies: number, draw: DrawRows) => (cases: number) =>
    simulateEvaluations({ metric, cases, copies, draw, runs: runsOf(cases * copies) });
  return table(
    'False verdicts of whole comparisons (nominal 5 %)',
    [10, 40, 200],
    [
      ...[1, 3, 10].flatMap((copies) => [
        [`pass or fail, each row ${copies} ×`, rate('exact_match', copies, ALIKE_PASSES)] as const,
        [`cost, each row ${copies} ×`, rate('cost', copies, ALIKE_COSTS)] as const,
      ]),
      ['half of the wrong answers of one side fail', rate('exact_match', 1, failingInstead(0, 0.5))],
      ['half of the wrong answers of both sides fail', rate('exact_match', 1, failingInstead(0.5, 0.5))],
    ],
    'cases',
  );
}

/** Computes, instead of simulating, how often gates of pass or fail pass falsely. */
function tableExact(): Promise<string> {
  const memo = new Map<string, number[]>();
  const mostOf = (rows: number, allowed: number) => {
    const name = `${rows} ${allowed}`;
    const found = memo.get(name) ?? passingLosses(rows, allowed);
    memo.set(name, found);
    return found;
  };
  return table(
    'False passes of pass or fail and of percentiles at the full level, by enumeration of all outcomes. The true loss or share is exactly at the limit (nominal 2.5 %)',
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
      ['`percentile: 95` of a `maximum` with `confident`', (rows) => percentileRate(rows, 0.95, 0.95)],
    ],
  );
}

function tableGroups(): Promise<string> {
  const costs = costsOf({ name: 'cost', figure: ({ normal }) => Math.exp(0.5 * normal()) });
  const doubled = { ...costs, alike: ({ normal }: { normal: () => number }) => doubledOf(Math.exp(0.5 * normal())) };
  const options = { rows: 20, runs: 50, seed: 1 };
  return table(
    'Groups of 20 rows by `--group-by`',
    [5, 40],
    [
      [
        'any false verdict on cost (nominal 5 %, of 50 runs: within 6 points)',
        (groups) => simulateFalseVerdicts(costs, groups, options),
      ],
      [
        'cost doubled in every row: groups that show it, the others being too skewed to say',
        (groups) => simulateGroups(doubled, groups, { ...options, runs: 5 }),
      ],
    ],
    'groups',
  );
}

function doubledOf(cost: number): readonly [number, number] {
  return [cost, 2 * cost];
}

function tableLatencies(): Promise<string> {
  const rate = (isShared: boolean) => (rows: number) =>
    simulateFalseVerdicts({ name: '', kind: 'latency', alike: driftingLatencies(isShared) }, 1, optionsOf(rows));
  const slow = (alike: (typeof SHAPES)[number]['alike']) => (rows: number) =>
    simulateSlowVerdicts(alike, { ...optionsOf(rows), runs: 1000 });
  const each: typeof EQUAL_PERCENTILES = ({ normal }) => [Math.exp(0.5 * normal()), Math.exp(0.5 * normal())];
  return table(
    'Verdicts on latencies that are alike over time',
    [60, 100, 400],
    [
      ['both drift together (nominal 5 %)', rate(true)],
      ['each drifts on its own: what no test can tell', rate(false)],
      ['`latency p95`: slow calls alike (nominal 5 %)', slow(each)],
      ['`latency p95`: equal 95th percentiles of σ 0.1 and σ 2', slow(EQUAL_PERCENTILES)],
    ],
  );
}

function forecastCoverage(figure: (typeof COSTS)[number]['figure'], known: number): number {
  const draw = createDraw(createRandom(known));
  const drawn = (count: number) => Array.from({ length: count }, () => figure(draw));
  let covered = 0;
  const runs = runsOf(known);
  for (let run = 0; run < runs; run += 1) {
    const [low, high] = forecastSum(drawn(known), 50)?.interval ?? [0, null];
    const bill = drawn(50).reduce((all, each) => all + each, 0);
    if (low <= bill && bill <= (high ?? Infinity)) covered += 1;
  }
  return covered / runs;
}

/** Compares the computed power of a guard, next to cost and latency, with the simulated one. */
async function tablePower(): Promise<string> {
  const title =
    'Comparisons of pass rates that find a change, as a guard next to cost and latency: a third of the level each (Holm), as computed and as simulated';
  writeTitle(title);
  return [
    `${title}:`,
    '',
    '| change | rows that differ | rows | computed | found |',
    '|--:|--:|--:|--:|--:|',
    ...POWERS.flatMap((shape) => [0.5, 1, 1.5].map((share) => powerLine(shape, Math.round(share * rowsTold(shape))))),
    powerLine(OTHERWISE_ALIKE, rowsTold(OTHERWISE_ALIKE), ', all rows pass or all fail otherwise'),
  ].join('\n');
}

const POWERS: readonly PowerShape[] = [
  { difference: 0.2, discordant: 0.2 },
  { difference: 0.2, discordant: 0.3 },
  { difference: 0.3, discordant: 0.5 },
  { difference: 0.1, discordant: 0.13 },
  { difference: 0.1, discordant: 0.2 },
];

/** The computed power does not ask how the rows that do not change are judged. */
const OTHERWISE_ALIKE: PowerShape = { difference: 0.1, discordant: 0.2, passing: 1 };

function powerLine(shape: PowerShape, rows: number, name = ''): string {
  const found = simulatePower(shape, { rows, runs: 2000, seed: rows });
  const [change, discordant, told] = [shape.difference, shape.discordant, powerTold(shape, rows)].map(percent);
  return `| ${change}${name} | ${discordant} | ${rows} | ${told} | ${percent(found)} |`;
}
