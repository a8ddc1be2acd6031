import { type CellTypes, parseCellTypes } from './cell-types.ts';
import { parseDelimiter } from './csv-dialect.ts';
import type { Delimiter } from './parse-csv.ts';

/** How a test set file is read. */
export interface FileFormat {
  /** Types of columns whose cells are not text. */
  readonly types: CellTypes;
  /** What separates the cells of a csv; `null`: detected. */
  readonly delimiter: Delimiter | null;
}

/** Nothing given: a csv's delimiter is detected, and its cells are text. */
export const DETECTED: FileFormat = { types: {}, delimiter: null };

/** `--types` and `--delimiter`, as typed; `null`: not given. */
export interface TypedFormat {
  readonly types: string | null;
  readonly delimiter: string | null;
}

/** Parses `--types` and `--delimiter`. @throws {WF_USAGE} for an invalid one */
export function parseFileFormat({ types, delimiter }: TypedFormat): FileFormat {
  return {
    types: parseCellTypes(types ?? ''),
    delimiter: delimiter === null ? null : parseDelimiter(delimiter),
  };
}
