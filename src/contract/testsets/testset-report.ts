/** Identical or similar rows, by 1-based index. */
export interface LikeRows {
  readonly rows: readonly number[];
  /** Rows beyond those listed. */
  readonly more: number;
  readonly example: string;
}

/** Distribution of the values of a column with few distinct ones. */
export interface ColumnGroups {
  readonly column: string;
  readonly groups: readonly { readonly value: string; readonly count: number; readonly share: number }[];
}

/** Statistical power of a test set of this size. */
export interface TestsetPower {
  /** Assumed share of rows on which two variants differ. */
  readonly discordant: number;
  /** Number of metrics that are compared together: an evaluator, cost and latency. */
  readonly metrics: number;
  /** Smallest detectable difference of two pass rates; `null`: none is detectable. */
  readonly detectable: number | null;
  /** Rows needed to detect these differences. */
  readonly needed: readonly { readonly difference: number; readonly rows: number }[];
}

/** Report on the quality of a test set. @source design §2, `testsets check` */
export interface TestsetReport {
  readonly testset: string;
  readonly rows: number;
  readonly columns: readonly { readonly column: string; readonly missing: number; readonly empty: number }[];
  /** Rows that are identical to another row. */
  readonly duplicates: readonly LikeRows[];
  /** Rows with the same inputs and different expected answers. */
  readonly contradictions: readonly LikeRows[];
  /** Rows that share most of their words with another. */
  readonly near_duplicates: readonly LikeRows[];
  /** Number of rows that were searched for near duplicates: only the first thousands are. */
  readonly near_duplicates_checked: number;
  readonly empty_rows: readonly number[];
  readonly ragged_rows: readonly number[];
  readonly missing_columns: readonly string[];
  readonly groups: readonly ColumnGroups[];
  readonly power: TestsetPower;
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}
