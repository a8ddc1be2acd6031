/** Rows that hold the same, or nearly the same; places count from 1. */
export interface LikeRows {
  readonly rows: readonly number[];
  /** Rows beyond those listed. */
  readonly more: number;
  readonly example: string;
}

/** How the rows fall into the values of a column that has few. */
export interface ColumnGroups {
  readonly column: string;
  readonly groups: readonly { readonly value: string; readonly count: number; readonly share: number }[];
}

/** What a test set of this size can tell. */
export interface TestsetPower {
  /** Share of rows where two variants are taken to differ. */
  readonly discordant: number;
  /** Least difference of two pass rates that is found; `null`: none is. */
  readonly detectable: number | null;
  /** Rows that would find these differences. */
  readonly needed: readonly { readonly difference: number; readonly rows: number }[];
}

/** What is good and bad about a test set. @source design §2, `testsets check` */
export interface TestsetReport {
  readonly testset: string;
  readonly rows: number;
  readonly columns: readonly { readonly column: string; readonly missing: number; readonly empty: number }[];
  /** Rows that are another row, letter for letter. */
  readonly duplicates: readonly LikeRows[];
  /** Rows with the same inputs that expect different answers. */
  readonly contradictions: readonly LikeRows[];
  /** Rows that share most of their words with another. */
  readonly near_duplicates: readonly LikeRows[];
  /** Rows that were compared for nearness: the first thousands. */
  readonly near_duplicates_checked: number;
  readonly empty_rows: readonly number[];
  readonly ragged_rows: readonly number[];
  readonly missing_columns: readonly string[];
  readonly groups: readonly ColumnGroups[];
  readonly power: TestsetPower;
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}
