import type { TestsetRow } from '../../contract/testsets/testset.ts';
import { splitHeader } from '../testset/cell-types.ts';
import { toRecord } from './export-rows.ts';

export const TESTSET_FORMATS = ['csv', 'json', 'jsonl'] as const;
export type TestsetFormat = (typeof TESTSET_FORMATS)[number];

/** Walks the rows from the first on, each time it is called. */
export type WalkRows = () => AsyncIterable<TestsetRow>;

/**
 * Writes a test set so that `wf testsets create` reads it back. In csv, what is no text becomes JSON, and its column's
 * header says so.
 *
 * @yields parts of the text
 */
export async function* exportTestset(rows: WalkRows, format: TestsetFormat): AsyncGenerator<string> {
  if (format === 'json') yield* exportJson(rows);
  if (format === 'jsonl') for await (const row of rows()) yield `${JSON.stringify(row)}\n`;
  if (format === 'csv') yield* exportCsv(rows);
}

async function* exportJson(rows: WalkRows): AsyncGenerator<string> {
  let before = '[\n  ';
  for await (const row of rows()) {
    yield before + JSON.stringify(row, null, 2).replaceAll('\n', '\n  ');
    before = ',\n  ';
  }
  yield '\n]\n';
}

// The rows are walked twice: a later one may have columns that the first does not.
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

/** A name that itself looks like one with a type is given one. */
function toHeader(name: string, isText: boolean): string {
  if (!isText) return `${name}:json`;
  return splitHeader(name).type === null ? name : `${name}:text`;
}

/** In a column of JSON, text is JSON, too. */
function toCell(cell: unknown, isText: boolean): unknown {
  return !isText && typeof cell === 'string' ? JSON.stringify(cell) : cell;
}
