import { type CellTypes, parseCellTypes } from './cell-types.ts';
import { parseDelimiter, type Delimiter } from './parse-csv.ts';

export interface FileFormat {
  /** Types of columns whose cells are not text. */
  readonly types: CellTypes;
  /** What separates the cells of a csv; `null`: detected. */
  readonly delimiter: Delimiter | null;
  /** `null` or absent: that of the file's name, otherwise detected. */
  readonly kind?: FileKind | null;
}

/** Nothing given: a csv's delimiter is detected, and its cells are text. */
export const DETECTED: FileFormat = { types: {}, delimiter: null };

/** `--types`, `--delimiter` and `--format`, as typed; `null`: not given. */
export interface TypedFormat {
  readonly types: string | null;
  readonly delimiter: string | null;
  readonly format: string | null;
}

/** Parses how a file is read. @throws {WF_USAGE} for an invalid one */
export function parseFileFormat({ types, delimiter, format }: TypedFormat): FileFormat {
  return {
    types: parseCellTypes(types ?? ''),
    delimiter: delimiter === null ? null : parseDelimiter(delimiter),
    kind: FILE_KINDS.find((kind) => kind === format) ?? null,
  };
}

const FILE_KINDS = ['csv', 'tsv', 'json', 'jsonl'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

const ENDINGS: Readonly<Record<string, FileKind>> = {
  csv: 'csv',
  tsv: 'tsv',
  json: 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
};

/** Returns the format by a file's name; `null`: none. */
export function kindOfName(name: string): FileKind | null {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(ENDINGS, ending) ? (ENDINGS[ending] ?? null) : null;
}

/** Returns the format by a text's first character; `null`: it is blank so far. */
export function kindOfText(text: string): FileKind | null {
  const first = text.trimStart()[0];
  if (first === undefined) return null;
  // A csv may begin with a bracket, but no header of a test set does.
  if (first === '[') return 'json';
  return first === '{' ? 'jsonl' : 'csv';
}
