import type { ArchiveRow, ArchiveTable } from '../../contract/archives/archive.ts';

/** Where the rows of an archive come from. */
export interface ArchiveSource {
  /** Rows of a table, in order. */
  rows(table: ArchiveTable): AsyncIterable<ArchiveRow>;
  /** Names of the variables of the app's workflow. */
  readonly variables: readonly string[];
  /** What the service does not tell, in words. */
  readonly missing: readonly string[];
}
