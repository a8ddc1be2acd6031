import Papa from 'papaparse';

/** What separates the cells and the records of a csv. */
export interface CsvDialect {
  readonly delimiter: Delimiter;
  readonly newline: string;
}

export type Delimiter = ',' | ';' | '\t' | '|';

/** Records of a part of a csv. */
export interface CsvRecords {
  /** The cells of each record; a blank line has none, a lone `""` has one. */
  readonly records: readonly (readonly string[])[];
  /** Index of the first character after the last record. */
  readonly end: number;
  /** Finds the index of the first character of a record. It parses the text again. */
  readonly startOf: (record: number) => number;
  /** The first record with a quote that is not closed, or closed too early. */
  readonly broken: { readonly record: number; readonly isOpen: boolean } | null;
}

/**
 * Parses the records of a part of a csv.
 *
 * @param isLast - whether the last record ends with the text
 */
export function parseCsv(text: string, dialect: CsvDialect, isLast: boolean): CsvRecords {
  const { data, errors, meta } = createParser(dialect).parse(text, 0, !isLast) as Papa.ParseResult<string[]>;
  // An error in an unfinished record may disappear with the rest of the record.
  const error = errors.find(({ row = 0 }) => isLast || row < data.length);
  const starts = () => findStarts(text, dialect, isLast);
  return {
    records: emptyBlankLines(data, text, LONE_QUOTES.test(text) ? starts() : null),
    end: meta.cursor,
    startOf: (record) => starts()[record] ?? 0,
    broken: error === undefined ? null : { record: error.row ?? 0, isOpen: error.code === 'MissingQuotes' },
  };
}

/** A line that papaparse reads like a blank one. */
const LONE_QUOTES = /(?:^|[\r\n])""[ \t]*(?:[\r\n]|$)/;

function emptyBlankLines(
  records: readonly string[][],
  text: string,
  starts: readonly number[] | null,
): readonly (readonly string[])[] {
  return records.map((cells, record) => {
    const isEmpty = cells.length === 1 && cells[0] === '';
    return isEmpty && (starts === null || text[starts[record] ?? 0] !== '"') ? [] : cells;
  });
}

function findStarts(text: string, dialect: CsvDialect, isLast: boolean): number[] {
  const starts = [0];
  createParser(dialect, ({ meta }) => starts.push(meta.cursor)).parse(text, 0, !isLast);
  return starts;
}

/** Papaparse's chunk parser; by default it would guess the line ending anew for every chunk. It knows three of them. */
function createParser({ delimiter, newline }: CsvDialect, step?: (result: Papa.ParseResult<string[]>) => void) {
  return new Papa.Parser({ delimiter, newline: newline as '\n', ...(step !== undefined && { step }) });
}
