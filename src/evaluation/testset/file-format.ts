import { type CellTypes, parseCellTypes } from './cell-types.ts';
import { FILE_KINDS, type FileKind } from './file-kind.ts';
import { parseDelimiter } from './csv-dialect.ts';
import type { Delimiter } from './parse-csv.ts';

/** How a test set file is read. */
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
