import type { TestsetRow } from '../../contract/testsets/testset.ts';
import { type CellType, type CellTypes, requireTypedColumns, splitHeader, typeCell } from './cell-types.ts';
import {
  detectDialect,
  FIRST_PART,
  isDelimiter,
  type CsvDialect,
  type CsvRecords,
  parseCsv,
  readSeparatorLine,
} from './parse-csv.ts';
import type { FileFormat } from './file-format.ts';
import { testsetError, MAX_ROW_LENGTH, type TestsetReader } from './testset-reader.ts';
import { countOf } from '../../foundation/numbers.ts';

interface Column {
  readonly name: string;
  /** `null` for text. */
  readonly type: CellType | null;
}

/** Creates the reader of a csv with a header row; a cell stays text unless its column has a type. */
export function createCsvReader(name: string, { types, delimiter }: FileFormat): TestsetReader {
  const ragged = createRaggedRows(name);
  let columns: readonly Column[] | null = null;
  let [buffer, line, rowCount, worthParsing] = ['', 1, 0, FIRST_PART];
  let dialect: CsvDialect | null = null;

  const detect = (): CsvDialect => {
    const separator = readSeparatorLine(buffer);
    if (separator === null) return detectDialect(buffer, delimiter);
    const { typed, length } = separator;
    if (delimiter === null && !isDelimiter(typed)) {
      const message = `The line sep=${typed} names no delimiter that is read: a comma, a semicolon, | or tab.`;
      throw testsetError({ name, line }, message);
    }
    buffer = buffer.slice(length);
    line += 1;
    return detectDialect(buffer, delimiter ?? (isDelimiter(typed) ? typed : null));
  };

  const parse = (isLast: boolean): TestsetRow[] => {
    dialect ??= detect();
    const { newline } = dialect;
    const part = parseCsv(buffer, dialect, isLast);
    const lineOf = (record: number) => line + countLines(buffer.slice(0, part.startOf(record)), newline);
    if (part.broken !== null) throw quoteError({ name, line: lineOf(part.broken.record) }, part.broken);
    const rows = part.records.flatMap((cells, index) => take(cells, () => lineOf(index)));
    line += countLines(buffer.slice(0, part.end), newline);
    buffer = isLast ? '' : buffer.slice(part.end);
    if (buffer.length > MAX_ROW_LENGTH)
      throw testsetError({ name, line }, 'A quoted cell opens in this row and is never closed.');
    // A row longer than this is parsed again only once it is twice as long.
    worthParsing = Math.max(FIRST_PART, buffer.length * 2);
    return rows;
  };

  const take = (cells: readonly string[], lineOfRow: () => number): TestsetRow[] => {
    if (cells.length === 0) return [];
    if (columns === null) {
      columns = toColumns({ name, line: lineOfRow() }, cells, types);
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

interface HeaderPlace {
  readonly name: string;
  readonly line: number;
}

function toColumns(place: HeaderPlace, headers: readonly string[], types: CellTypes): Column[] {
  const columns = headers.map((header) => {
    const { column, type } = splitHeader(header);
    return { name: column, type: Object.hasOwn(types, column) ? (types[column] ?? type) : type };
  });
  const names = columns.map((column) => column.name);
  for (const [index, column] of names.entries()) {
    if (column.trim() === '') {
      throw testsetError({ ...place, column: index + 1 }, 'The column has no name in the header line.');
    }
    const first = names.indexOf(column);
    if (first !== index) {
      const message = `Columns ${first + 1} and ${index + 1} of the header line have the same name.`;
      throw testsetError({ ...place, column }, message);
    }
  }
  requireTypedColumns(place.name, types, names);
  return columns;
}

function toRow(name: string, columns: readonly Column[], cells: readonly string[], line: () => number): TestsetRow {
  // Null prototype: a column may be called __proto__.
  const row: TestsetRow = Object.create(null);
  for (const [index, { name: column, type }] of columns.entries()) {
    const cell = cells[index];
    // JSON writes null as `null`, so an empty cell is a row without this column.
    if (type === 'json' && cell === '') continue;
    row[column] =
      type === null || type === 'text' ? cell : typeTyped(type, cell, () => ({ name, line: line(), column }));
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

function quoteError(
  place: { readonly name: string; readonly line: number },
  { isOpen }: NonNullable<CsvRecords['broken']>,
): Error {
  return testsetError(
    place,
    isOpen
      ? 'A quoted cell opens in this row and is never closed.'
      : 'A quoted cell has text after its closing quote; write a quote inside a quoted cell twice.',
  );
}

function countLines(text: string, end: CsvDialect['newline']): number {
  let count = 0;
  for (let at = text.indexOf(end); at !== -1; at = text.indexOf(end, at + 1)) count += 1;
  return count;
}

/** Most lines to report; a file with more is wrong throughout. */
const MAX_COUNT = 20;

/** Collects csv rows with more or fewer cells than the header, to report them together. */
function createRaggedRows(name: string) {
  const lines: number[] = [];
  let first: RaggedRow | null = null;
  const fail = ({ message, ...place }: RaggedRow): never => {
    const others = lines.slice(1, MAX_COUNT);
    const more = lines.length > MAX_COUNT ? ' and more' : '';
    const also =
      others.length === 0 ? '' : ` The same in line${others.length === 1 ? '' : 's'} ${others.join(', ')}${more}.`;
    throw testsetError({ name, ...place }, `${message}${also}`, undefined, { lines: lines.slice(0, MAX_COUNT) });
  };
  return {
    /** @throws {WF_TESTSET_INVALID} when there are too many to go on */
    add(line: number, cells: number, columns: readonly string[]): void {
      lines.push(line);
      first ??= { line, ...describe(cells, columns) };
      if (lines.length > MAX_COUNT) fail(first);
    },
    /** @throws {WF_TESTSET_INVALID} when there was one */
    require(): void {
      if (first !== null) fail(first);
    },
  };
}

interface RaggedRow {
  readonly line: number;
  readonly column: string | number;
  readonly message: string;
}

function describe(cells: number, columns: readonly string[]): Omit<RaggedRow, 'line'> {
  const missing = columns[cells];
  const counts = `${countOf(cells, 'cell')}, where the header has ${countOf(columns.length, 'column')}`;
  return missing === undefined
    ? { column: columns.length + 1, message: `The row has ${counts}.` }
    : { column: missing, message: `The row has only ${counts}.` };
}
