import type { ArchiveRow, ArchiveTable } from '../../contract/archives/archive.ts';

/** Source of an archive's rows. */
export interface ArchiveSource {
  /** Rows of a table, in order. */
  rows(table: ArchiveTable): AsyncIterable<ArchiveRow>;
  /** Names of the variables of the app's workflow. */
  readonly variables: readonly string[];
  /** Descriptions of what the service cannot provide. */
  readonly missing: readonly string[];
}
