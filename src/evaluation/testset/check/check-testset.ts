import type { TestsetRow } from '../../../contract/testsets/testset.ts';
import type { TestsetPower, TestsetReport } from '../../../contract/testsets/testset-report.ts';
import { CASE_COLUMN } from '../../../contract/evaluations/case-inputs.ts';
import { hasDecimalComma } from '../cell-types.ts';
import { detectableDifference, pairsToFind } from '../../statistics/power.ts';
import { collectLikeRows, createNearDuplicateFinder } from './find-near-duplicates.ts';
import { createGroupCounter, judgeTestset } from './judge-testset.ts';
import { createHashTable, hashOf } from './hash-table.ts';

export interface CheckTestsetOptions {
  readonly name: string;
  readonly rows: AsyncIterable<TestsetRow>;
  readonly columns: readonly string[];
  /** Columns with expected answers: rows that differ only in them contradict each other. */
  readonly answers: readonly string[];
  readonly required: readonly string[];
  /** Column that names the cases. @defaultValue `case`, or else equal rows are one */
  readonly clusterBy?: string | null;
  /** Assumed share of rows where two variants differ. */
  readonly discordant: number;
}

const MAX_REPORTED_ROWS = 100;

/** Checks a test set in one pass. Holds about thirty bytes per row instead of the rows. */
export async function checkTestset(options: CheckTestsetOptions): Promise<TestsetReport> {
  const { name, rows, columns, answers, required, discordant } = options;
  const counts = new Map(columns.map((column) => [column, { missing: 0, empty: 0, commas: 0 }]));
  const questions = createHashTable();
  const cluster = options.clusterBy ?? (columns.includes(CASE_COLUMN) ? CASE_COLUMN : null);
  const named = cluster === null ? null : createHashTable();
  const [duplicates, contradictions] = [collectLikeRows(), collectLikeRows()];
  const near = createNearDuplicateFinder();
  const groups = createGroupCounter();
  const [emptyRows, raggedRows] = [createRowList(), createRowList()];
  let [count, cases] = [0, 0];
  for await (const row of rows) {
    count += 1;
    const inputs = Object.fromEntries(Object.entries(row).filter(([column]) => !answers.includes(column)));
    const text = textOf(inputs);
    const { first, same } = questions.put(hashOf(inputs), count, hashOf(row).high);
    const name = cluster === null ? null : row[cluster];
    const isNamed = named !== null && !isEmpty(name);
    cases += (isNamed ? named.put(hashOf(name), count, 0).first : same) === null ? 1 : 0;
    if (same !== null) duplicates.add(same, count, text);
    // The same input with another answer than the first time. Rows with an empty input are reported as empty cells.
    if (first !== null && first !== same && text.trim() !== '') contradictions.add(first, count, text);
    near.add(text, count);
    if (Object.values(row).every(isEmpty)) emptyRows.add(count);
    if (columns.some((column) => !Object.hasOwn(row, column))) raggedRows.add(count);
    for (const [column, counted] of counts) {
      if (!Object.hasOwn(row, column)) counted.missing += 1;
      else if (isEmpty(row[column])) counted.empty += 1;
      else if (isDecimalComma(row[column])) counted.commas += 1;
      groups.add(column, row[column]);
    }
  }
  const found = {
    testset: name,
    rows: count,
    cases,
    columns: [...counts].map(([column, { missing, empty }]) => ({ column, missing, empty })),
    duplicates: duplicates.read(),
    contradictions: contradictions.read(),
    near_duplicates: near.read(),
    near_duplicates_checked: near.checked(),
    empty_rows: emptyRows.listed,
    ragged_rows: raggedRows.listed,
    missing_columns: [...new Set(required)].filter((column) => !columns.includes(column)),
    groups: groups.read(count),
    power: powerOf(cases, discordant),
  };
  const decimalCommas = [...counts].map(([column, { commas }]) => ({ column, count: commas }));
  const counted = {
    empty: emptyRows.count(),
    ragged: raggedRows.count(),
    repeated: duplicates.count(),
    near: near.count(),
    moreContradictions: contradictions.unlisted(),
    decimalCommas,
  };
  return { ...found, ...judgeTestset(found, counted) };
}

function createRowList() {
  const listed: number[] = [];
  let count = 0;
  return {
    add(row: number): void {
      count += 1;
      if (count <= MAX_REPORTED_ROWS) listed.push(row);
    },
    listed,
    count: () => count,
  };
}

/** A comparison tests its primary metric at the full level, whatever else it compares. */
const METRICS = 1;

const DIFFERENCES = [0.2, 0.1, 0.05, 0.02];

function powerOf(cases: number, discordant: number): TestsetPower {
  const options = { discordant, metrics: METRICS };
  return {
    ...options,
    detectable: detectableDifference(cases, options),
    needed: DIFFERENCES.filter((difference) => difference <= discordant).flatMap((difference) => {
      const needed = pairsToFind(difference, options);
      return needed === null ? [] : [{ difference, cases: needed }];
    }),
  };
}

function textOf(row: TestsetRow): string {
  return Object.values(row)
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join(' ');
}

function isDecimalComma(value: unknown): boolean {
  return typeof value === 'string' && hasDecimalComma(value);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
}
