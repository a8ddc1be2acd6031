import type { TestsetRow } from '../../contract/testsets/testset.ts';
import { splitHeader } from '../testset/cell-types.ts';
import { toRecord } from './export-rows.ts';

export const TESTSET_FORMATS = ['csv', 'json', 'jsonl'] as const;
export type TestsetFormat = (typeof TESTSET_FORMATS)[number];

/** Iterates over the rows from the first, on every call. */
export type WalkRows = () => AsyncIterable<TestsetRow>;

/**
 * Writes a test set so that `wf testsets create` reads it back. In csv, values that are not text become JSON, and their
 * column's header says so.
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
  const columns = new Map<string, { isText: boolean }>();
  for await (const row of rows()) {
    for (const [name, cell] of Object.entries(row)) {
      const column = columns.get(name) ?? { isText: true };
      columns.set(name, column);
      if (typeof cell !== 'string' && cell !== null) column.isText = false;
    }
  }
  yield toRecord([...columns].map(([name, { isText }]) => toHeader(name, isText)));
  for await (const row of rows())
    yield toRecord([...columns].map(([name, column]) => toCell(row[name], column.isText)));
}

/** A name that looks as if it had a type gets one. */
function toHeader(name: string, isText: boolean): string {
  if (!isText) return `${name}:json`;
  return splitHeader(name).type === null ? name : `${name}:text`;
}

/** In a JSON column, text is JSON too. */
function toCell(cell: unknown, isText: boolean): unknown {
  return !isText && typeof cell === 'string' ? JSON.stringify(cell) : cell;
}
