import Papa from 'papaparse';
import type { TestsetRow } from '../../contract/records/testset.ts';
import type { ParsedTestset } from './parsed-testset.ts';
import { testsetError } from './testset-error.ts';

const OPTIONS = { delimiter: ',', skipEmptyLines: true } as const;

/** Reads a csv with a header row; every cell stays text. @throws {WF_TESTSET_INVALID} naming line and column */
export function parseCsv(name: string, text: string): ParsedTestset {
  const { data, errors } = Papa.parse<string[]>(text, OPTIONS);
  const [broken] = errors;
  if (broken !== undefined) throw quoteError(name, text, broken);
  const [columns, ...cells] = data;
  if (columns === undefined) throw testsetError({ name }, 'The file is empty; its first line must name the columns.');
  requireColumnNames(name, columns);
  const rows = cells.map((row, index) => toRow({ name, text, columns, row, index: index + 1 }));
  if (rows.length === 0) throw testsetError({ name }, 'There is a header line, but no row below it.');
  return { columns, rows };
}

function requireColumnNames(name: string, columns: readonly string[]): void {
  columns.forEach((column, index) => {
    if (column.trim() === '') {
      throw testsetError({ name, line: 1, column: index + 1 }, 'The column has no name in the header line.');
    }
    const first = columns.indexOf(column);
    if (first !== index) {
      throw testsetError(
        { name, line: 1, column },
        `Columns ${first + 1} and ${index + 1} of the header line have the same name.`,
      );
    }
  });
}

interface CsvRow {
  readonly name: string;
  readonly text: string;
  readonly columns: readonly string[];
  readonly row: readonly string[];
  /** Position among all records of the file, the header being 0. */
  readonly index: number;
}

function toRow({ name, text, columns, row, index }: CsvRow): TestsetRow {
  if (row.length !== columns.length) {
    const place = { name, line: lineOfRecord(text, index) };
    const missing = columns[row.length];
    const counts = `${count(row.length, 'cell')}, where the header has ${count(columns.length, 'column')}`;
    throw missing === undefined
      ? testsetError({ ...place, column: columns.length + 1 }, `The row has ${counts}.`)
      : testsetError({ ...place, column: missing }, `The row has only ${counts}.`);
  }
  // Null prototype: a column may be called __proto__.
  const cells: TestsetRow = Object.create(null);
  for (const [position, column] of columns.entries()) cells[column] = row[position];
  return cells;
}

function quoteError(name: string, text: string, error: Papa.ParseError): Error {
  const line = lineOfRecord(text, error.row ?? 0);
  return testsetError(
    { name, line },
    error.code === 'MissingQuotes'
      ? 'A quoted cell opens in this row and is never closed.'
      : 'A quoted cell has text after its closing quote; write a quote inside a quoted cell twice.',
  );
}

/** The line a record starts on. Only computed for an error: records may span lines, so the text is walked again. */
function lineOfRecord(text: string, record: number): number {
  let start = 0;
  let seen = 0;
  Papa.parse<string[]>(text, {
    ...OPTIONS,
    skipEmptyLines: false,
    step: ({ data, meta }, parser) => {
      const isBlank = data.length === 1 && data[0] === '';
      if (!isBlank && seen === record) return parser.abort();
      if (!isBlank) seen += 1;
      start = meta.cursor;
    },
  });
  return text.slice(0, start).split(/\r\n|\n|\r/).length;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
