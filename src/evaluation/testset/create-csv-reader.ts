import Papa from 'papaparse';
import type { TestsetRow } from '../../contract/testsets/testset.ts';
import { type CellType, type CellTypes, requireTypedColumns, splitHeader, typeCell } from './cell-types.ts';
import { createRaggedRows } from './ragged-rows.ts';
import { testsetError } from './testset-error.ts';
import { LONGEST_ROW, type TestsetReader } from './testset-reader.ts';

/** Enough text to detect the line ending. */
const FIRST_PART = 64 * 1024;

interface Column {
  readonly name: string;
  /** `null` for text. */
  readonly type: CellType | null;
}

/** Creates the reader of a csv with a header row; a cell stays text unless its column has a type. */
export function createCsvReader(name: string, types: CellTypes = {}): TestsetReader {
  const ragged = createRaggedRows(name);
  let columns: readonly Column[] | null = null;
  let [buffer, line, rowCount, worthParsing] = ['', 1, 0, FIRST_PART];
  let newline: string | null = null;

  const parse = (isLast: boolean): TestsetRow[] => {
    newline ??= guessNewline(buffer);
    const { data, errors, meta } = parsePart(buffer, newline, isLast);
    // An error in an unfinished row may disappear with the rest of the row.
    const broken = errors.find(({ row = 0 }) => isLast || row < data.length);
    if (broken !== undefined) throw quoteError({ name, line: line + lineOf(buffer, newline, broken.row ?? 0) }, broken);
    const rows = data.flatMap((cells, index) => take(cells, () => line + lineOf(buffer, newline ?? '\n', index)));
    const consumed = buffer.slice(0, meta.cursor);
    line += countLines(consumed, newline);
    buffer = isLast ? '' : buffer.slice(meta.cursor);
    if (buffer.length > LONGEST_ROW)
      throw testsetError({ name, line }, 'A quoted cell opens in this row and is never closed.');
    // A row longer than this is parsed again only once it is twice as long.
    worthParsing = Math.max(FIRST_PART, buffer.length * 2);
    return rows;
  };

  const take = (cells: readonly string[], lineOfRow: () => number): TestsetRow[] => {
    if (cells.length === 1 && cells[0] === '') return [];
    if (columns === null) {
      columns = toColumns(name, cells, types);
      return [];
    }
    if (cells.length !== columns.length) {
      ragged.add(
        lineOfRow(),
        cells.length,
        columns.map((column) => column.name),
      );
      return [];
    }
    rowCount += 1;
    return [toRow(name, columns, cells, lineOfRow)];
  };

  return {
    push(text) {
      buffer += text;
      return buffer.length < worthParsing ? [] : parse(false);
    },
    finish() {
      const rows = parse(true);
      ragged.require();
      if (columns === null) throw testsetError({ name }, 'The file is empty; its first line must name the columns.');
      if (rowCount === 0) throw testsetError({ name }, 'There is a header line, but no row below it.');
      return rows;
    },
  };
}

/** Papaparse's chunk parser; by default it would guess the line ending anew for every chunk. */
function parsePart(text: string, newline: string, isLast: boolean): Papa.ParseResult<string[]> {
  // One of papaparse's three line endings.
  const parser = new Papa.Parser({ delimiter: ',', newline: newline as '\n' });
  return parser.parse(text, 0, !isLast) as Papa.ParseResult<string[]>; // untyped in the package
}

function toColumns(name: string, headers: readonly string[], types: CellTypes): Column[] {
  const columns = headers.map((header) => {
    const { column, type } = splitHeader(header);
    return { name: column, type: Object.hasOwn(types, column) ? (types[column] ?? type) : type };
  });
  const names = columns.map((column) => column.name);
  for (const [index, column] of names.entries()) {
    if (column.trim() === '') {
      throw testsetError({ name, line: 1, column: index + 1 }, 'The column has no name in the header line.');
    }
    const first = names.indexOf(column);
    if (first !== index) {
      const message = `Columns ${first + 1} and ${index + 1} of the header line have the same name.`;
      throw testsetError({ name, line: 1, column }, message);
    }
  }
  requireTypedColumns(name, types, names);
  return columns;
}

function toRow(name: string, columns: readonly Column[], cells: readonly string[], line: () => number): TestsetRow {
  // Null prototype: a column may be called __proto__.
  const row: TestsetRow = Object.create(null);
  for (const [index, column] of columns.entries()) {
    const cell = cells[index];
    row[column.name] =
      column.type === null || column.type === 'text'
        ? cell
        : typeTyped(column.type, cell, () => ({ name, line: line(), column: column.name }));
  }
  return row;
}

/** Computed only for an error: it reads the text again. */
function typeTyped(
  type: CellType,
  cell: unknown,
  place: () => { name: string; line: number; column: string },
): unknown {
  try {
    return typeCell(type, cell, { name: '' });
  } catch {
    return typeCell(type, cell, place());
  }
}

function quoteError(place: { readonly name: string; readonly line: number }, error: Papa.ParseError): Error {
  return testsetError(
    place,
    error.code === 'MissingQuotes'
      ? 'A quoted cell opens in this row and is never closed.'
      : 'A quoted cell has text after its closing quote; write a quote inside a quoted cell twice.',
  );
}

/** Counts the lines before a record. Computed only for an error: it reads the text again. */
function lineOf(text: string, newline: string, record: number): number {
  let cursor = 0;
  for (let index = 0; index < record; index += 1) {
    const parser = new Papa.Parser({ delimiter: ',', newline: newline as '\n', preview: 1, fastMode: false }); // as in parsePart
    const { meta } = parser.parse(text.slice(cursor), 0, false) as Papa.ParseResult<string[]>;
    cursor += meta.cursor;
  }
  return countLines(text.slice(0, cursor), newline);
}

function countLines(text: string, newline: string): number {
  const end = newline === '\r' ? '\r' : '\n';
  let count = 0;
  for (let at = text.indexOf(end); at !== -1; at = text.indexOf(end, at + 1)) count += 1;
  return count;
}

/** Guesses like papaparse, from the line endings outside of quotes. */
function guessNewline(text: string): string {
  const bare = text.slice(0, FIRST_PART).replaceAll(/"[^"]*"/g, '');
  const [byReturn, byFeed] = [bare.split('\r'), bare.split('\n')];
  const feedIsFirst = byFeed.length > 1 && (byFeed[0]?.length ?? 0) < (byReturn[0]?.length ?? 0);
  if (byReturn.length === 1 || feedIsFirst) return '\n';
  const both = byReturn.slice(1).filter((part) => part.startsWith('\n')).length;
  return both >= byReturn.length / 2 ? '\r\n' : '\r';
}
