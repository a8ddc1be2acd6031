import { atEdge, BREAKING_SCORES, DEAR_TENTH, equalVariants } from '../helpers/error-rates/spending-shapes.ts';
import {
  simulateChoices,
  simulateGrowingChoices,
  simulateLooks,
  simulateMaximumLooks,
} from '../helpers/error-rates/simulate-spending.ts';
import { percent, writeTitle } from './error-rates-table.ts';

const LOOKS = { looks: 16, seed: 1 };
const TEN = { rows: 100, variants: 10, runs: 500, seed: 1 };
const FULL = () => 0.95;

/** Simulates gates that look again, and that are asked about the best of several variants. */
export async function tableSpending(): Promise<string> {
  const title =
    'False passes where every variant is exactly as much worse as is allowed, with looks and choices counted, and each at the full level (nominal 2.5 %)';
  writeTitle(title);
  return [
    `${title}:`,
    '',
    '| | runs | counted | at the full level |',
    '|---|--:|--:|--:|',
    ...LINES.map(
      ([name, runs, rate]) => `| ${name} | ${runs} | ${percent(rate(runs))} | ${percent(rate(runs, FULL))} |`,
    ),
  ].join('\n');
}

type SpendingLine = readonly [name: string, runs: number, rate: (runs: number, spend?: () => number) => number];

const LINES: readonly SpendingLine[] = [
  [
    '16 looks, 40 rows added at each, 10 % of the rows break and 5 % recover',
    500,
    (runs, spend) => simulateLooks(atEdge(0.1, 0.05), { ...LOOKS, rows: 40, runs }, spend),
  ],
  [
    '16 looks, 80 rows added at each, 5 % break',
    500,
    (runs, spend) => simulateLooks(atEdge(0.05, 0), { ...LOOKS, rows: 80, runs }, spend),
  ],
  [
    '16 looks, 40 rows added at each, scores of which 5 % break',
    100,
    (runs, spend) => simulateLooks(BREAKING_SCORES, { ...LOOKS, rows: 40, runs }, spend),
  ],
  [
    '16 looks, 40 rows added at each, a confident maximum of a cost of which 10 % are dear',
    100,
    (runs, spend) => simulateMaximumLooks(DEAR_TENTH, { ...LOOKS, rows: 40, runs }, spend),
  ],
  [
    'best of ten variants, 100 rows, pass rate 75 %',
    TEN.runs,
    (runs, spend) => simulateChoices(equalVariants(0.75), 'best', { ...TEN, runs }, spend),
  ],
  [
    '— each next best until one passes',
    TEN.runs,
    (runs, spend) => simulateChoices(equalVariants(0.75), 'next best', { ...TEN, runs }, spend),
  ],
  [
    '— each of ten gated as soon as it was evaluated',
    TEN.runs,
    (runs, spend) => simulateChoices(equalVariants(0.75), 'each in turn', { ...TEN, runs }, spend),
  ],
  [
    '— one variant and 100 rows added before each of ten gates of the best',
    TEN.runs,
    (runs, spend) => simulateGrowingChoices(equalVariants(0.75), { ...TEN, runs }, spend),
  ],
];
