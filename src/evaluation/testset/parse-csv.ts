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
  /** Index of the first character after each record. */
  readonly ends: readonly number[];
  /** The first record with a quote that is not closed, or closed too early. */
  readonly broken: { readonly record: number; readonly isOpen: boolean } | null;
}

/**
 * Parses the records of a part of a csv.
 *
 * @param isLast - whether the last record ends with the text
 */
export function parseCsv(text: string, { delimiter, newline }: CsvDialect, isLast: boolean): CsvRecords {
  const [records, ends]: [string[][], number[]] = [[], []];
  let broken: CsvRecords['broken'] = null;
  const step = ({ data: [cells = []], errors, meta }: Papa.ParseResult<string[]>): void => {
    const [error] = errors;
    if (error !== undefined) broken ??= { record: records.length, isOpen: error.code === 'MissingQuotes' };
    const isBlank = cells.length === 1 && cells[0] === '' && text[ends.at(-1) ?? 0] !== '"';
    records.push(isBlank ? [] : cells);
    ends.push(meta.cursor);
  };
  // Papaparse's chunk parser; by default it would guess the line ending anew for every chunk. It knows three line endings.
  new Papa.Parser({ delimiter, newline: newline as '\n', step }).parse(text, 0, !isLast);
  return { records, ends, broken };
}
