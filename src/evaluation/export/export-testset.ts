import type { TestsetRow } from '../../contract/testsets/testset.ts';
import { splitHeader } from '../testset/cell-types.ts';
import { toRecord } from './export-rows.ts';

export const TESTSET_FORMATS = ['csv', 'json', 'jsonl'] as const;
export type TestsetFormat = (typeof TESTSET_FORMATS)[number];

/** Iterates over the rows from the first, on every call. */
export type WalkRows = () => AsyncIterable<TestsetRow>;

/**
 * Writes a test set so that `wf testsets create` reads the same rows back. In csv, a column with anything but text
 * becomes JSON, and its header says so.
 *
 * @yields parts of the text
 */
export async function* exportTestset(rows: WalkRows, format: TestsetFormat): AsyncGenerator<string> {
  if (format === 'json') yield* exportJson(rows);
  if (format === 'jsonl') for await (const row of rows()) yield `${JSON.stringify(row)}\n`;
  if (format === 'csv') yield* exportCsv(rows);
}

async function* exportJson(rows: WalkRows): AsyncGenerator<string> {
  let before = '[';
  for await (const row of rows()) {
    yield `${before}\n  ${JSON.stringify(row, null, 2).replaceAll('\n', '\n  ')}`;
    before = ',';
  }
  yield before === '[' ? '[]\n' : '\n]\n';
}

// Reads the rows twice: a later one may have columns that the first does not.
async function* exportCsv(rows: WalkRows): AsyncGenerator<string> {
  const columns = new Map<string, { isText: boolean; cells: number }>();
  let count = 0;
  for await (const row of rows()) {
    for (const [name, cell] of Object.entries(row)) {
      const column = columns.get(name) ?? { isText: true, cells: 0 };
      columns.set(name, column);
      column.cells += 1;
      // UTF-8 cannot write half of a surrogate pair, and JSON can.
      if (typeof cell !== 'string' || !cell.isWellFormed()) column.isText = false;
    }
    count += 1;
  }
  // Text would leave a null, and a row without the column, as empty as an empty text.
  for (const column of columns.values()) column.isText &&= column.cells === count;
  yield toRecord([...columns].map(([name, { isText }]) => toHeader(name, isText)));
  for await (const row of rows()) {
    yield toRecord([...columns].map(([name, column]) => toCell(row, name, column.isText)));
  }
}

/** A name that looks as if it had a type gets one. */
function toHeader(name: string, isText: boolean): string {
  if (!isText) return `${name}:json`;
  return splitHeader(name).type === null ? name : `${name}:text`;
}

/** In a JSON column, text and null are JSON too; only a row without the column has an empty cell. */
function toCell(row: TestsetRow, name: string, isText: boolean): unknown {
  if (!Object.hasOwn(row, name)) return undefined;
  return isText ? row[name] : JSON.stringify(row[name]);
}
