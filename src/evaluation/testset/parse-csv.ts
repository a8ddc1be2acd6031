import Papa from 'papaparse';
import { usageError } from '../../foundation/errors/wf-error.ts';

/** What separates the cells and the records of a csv. */
export interface CsvDialect {
  readonly delimiter: Delimiter;
  /** A line feed also ends lines that end with a carriage return and a line feed: files have both, mixed. */
  readonly newline: '\n' | '\r';
}

export type Delimiter = ',' | ';' | '\t' | '|';

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

/** Parses the records of a part of a csv. @param isLast - whether the last record ends with the text */
export function parseCsv(text: string, dialect: CsvDialect, isLast: boolean): CsvRecords {
  const { data, errors, meta } = createParser(dialect).parse(text, 0, !isLast) as Papa.ParseResult<string[]>;
  // An error in an unfinished record may disappear with the rest of the record.
  const error = errors.find(({ row = 0 }) => isLast || row < data.length);
  const starts = () => findStarts(text, dialect, isLast);
  if (dialect.newline === '\n') dropReturns(data, text, QUOTED_RETURN.test(text) ? starts() : null);
  return {
    records: emptyBlankLines(data, text, LONE_QUOTES.test(text) ? starts() : null),
    end: meta.cursor,
    startOf: (record) => starts()[record] ?? 0,
    broken: error === undefined ? null : { record: error.row ?? 0, isOpen: error.code === 'MissingQuotes' },
  };
}

/** The end of a quoted cell whose text ends with a carriage return. */
const QUOTED_RETURN = /\r"/;

/** Drops the carriage return of a line's end from its last cell, unless the cell is quoted: then it is part of the text. */
function dropReturns(records: readonly string[][], text: string, starts: readonly number[] | null): void {
  for (const [record, cells] of records.entries()) {
    const last = cells.at(-1);
    if (last?.endsWith('\r') !== true) continue;
    const end = starts?.[record + 1];
    // The cursor of the last record is behind its end, where the text may have no line feed.
    const line = end === undefined ? '' : text.slice(Math.max(0, end - 3), end);
    if (!/"\r?\n?$/.test(line)) cells[cells.length - 1] = last.slice(0, -1);
  }
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

/** Papaparse's chunk parser; by default it would guess the line ending anew for every chunk. */
function createParser({ delimiter, newline }: CsvDialect, step?: (result: Papa.ParseResult<string[]>) => void) {
  return new Papa.Parser({ delimiter, newline, ...(step !== undefined && { step }) });
}

/** In order of precedence. */
const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|'];

/** Enough text to detect the dialect. */
export const FIRST_PART = 64 * 1024;

/** Parses `--delimiter`. @throws {WF_USAGE} for anything but the four that can be detected */
export function parseDelimiter(typed: string): Delimiter {
  const found = DELIMITERS.find((delimiter) => delimiter === (TABS.has(typed) ? '\t' : typed));
  if (found !== undefined) return found;
  throw usageError(`--delimiter cannot be ${JSON.stringify(typed)}: write a comma, a semicolon, | or tab.`);
}

/** A shell passes a tab as `\t` unless it is quoted in a special way. */
const TABS = new Set(['tab', String.raw`\t`]);

/**
 * Reads the line `sep=;` that Excel writes and reads before the header.
 *
 * @returns the delimiter and the length of the line; `null` without such a line
 */
export function readSeparatorLine(text: string): { readonly typed: string; readonly length: number } | null {
  const [line, typed] = /^"?sep=(.)"?(?:\r\n|\n|\r)/i.exec(text) ?? [];
  return line === undefined || typed === undefined ? null : { typed, length: line.length };
}

export function isDelimiter(typed: string): typed is Delimiter {
  return DELIMITERS.some((delimiter) => delimiter === typed);
}

/** Detects the dialect of a csv from its first part. @param delimiter - `null` to detect it, too */
export function detectDialect(text: string, delimiter: Delimiter | null): CsvDialect {
  const newline = detectNewline(text);
  return { newline, delimiter: delimiter ?? detectDelimiter(text, newline) };
}

/**
 * The header and most rows have the same number of cells, and more than one. Otherwise it is a comma, so that a file with
 * one column is read as one.
 */
function detectDelimiter(text: string, newline: CsvDialect['newline']): Delimiter {
  const [part, isWhole] = [text.slice(0, FIRST_PART), text.length <= FIRST_PART];
  let best: { readonly delimiter: Delimiter; readonly share: number } = { delimiter: ',', share: MIN_SHARE };
  for (const delimiter of DELIMITERS) {
    const share = shareOfEqualRows(part, { delimiter, newline }, isWhole);
    if (share > best.share) best = { delimiter, share };
    if (best.share === 1) break;
  }
  return best.delimiter;
}

const MIN_SHARE = 0.5;

/** The share of rows with as many cells as the header; 0 when the header has one cell only. */
function shareOfEqualRows(text: string, dialect: CsvDialect, isWhole: boolean): number {
  const { records, broken } = parseCsv(text, dialect, isWhole);
  const [header, ...rows] = records.filter((cells) => cells.length > 0);
  if (header === undefined || header.length === 1 || broken?.isOpen === false) return 0;
  const equal = rows.filter((cells) => cells.length === header.length).length;
  return rows.length === 0 ? 1 : equal / rows.length;
}

/** Guesses like papaparse, from the line endings outside of quotes. */
function detectNewline(text: string): CsvDialect['newline'] {
  const bare = text.slice(0, FIRST_PART).replaceAll(/"[^"]*"/g, '');
  const [byReturn, byFeed] = [bare.split('\r'), bare.split('\n')];
  const feedIsFirst = byFeed.length > 1 && (byFeed[0]?.length ?? 0) < (byReturn[0]?.length ?? 0);
  if (byReturn.length === 1 || feedIsFirst) return '\n';
  const both = byReturn.slice(1).filter((part) => part.startsWith('\n')).length;
  return both >= byReturn.length / 2 ? '\n' : '\r';
}
