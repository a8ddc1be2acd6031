import type { TestsetRow } from '../../contract/records/testset.ts';

/** A test set in memory: its columns in the order of the file, and its rows. */
export interface ParsedTestset {
  readonly columns: readonly string[];
  readonly rows: readonly TestsetRow[];
}
