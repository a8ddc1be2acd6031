import * as z from 'zod';
import type { DeepReadonly } from '../../foundation/record.ts';
import { GatePlan } from '../evaluations/gate-report.ts';

/** Identical or similar rows, by 1-based index. */
export const LikeRows = z.object({
  rows: z.array(z.int()),
  /** Rows beyond those listed. */
  more: z.int(),
  example: z.string(),
});
export type LikeRows = DeepReadonly<z.output<typeof LikeRows>>;

/** Distribution of the values of a column with few distinct ones. */
export const ColumnGroups = z.object({
  column: z.string(),
  groups: z.array(z.object({ value: z.string(), count: z.int(), share: z.number() })),
});
export type ColumnGroups = DeepReadonly<z.output<typeof ColumnGroups>>;

/** Statistical power of a test set with this number of cases. */
export const TestsetPower = z.object({
  /** Assumed share of cases on which two variants differ. */
  discordant: z.number(),
  /** Number of metrics that share the error rate: 1, as that of a primary metric is shared with none. */
  metrics: z.int(),
  /** Smallest detectable difference of two pass rates; `null`: none is detectable. */
  detectable: z.number().nullable(),
  /** Cases needed to detect these differences. */
  needed: z.array(z.object({ difference: z.number(), cases: z.int() })),
});
export type TestsetPower = DeepReadonly<z.output<typeof TestsetPower>>;

/** Report on the quality of a test set. @source design §2, `testsets check` */
export const TestsetReport = z.object({
  testset: z.string(),
  rows: z.int(),
  /** Rows that repeat one another, or that a column names alike, are one. */
  cases: z.int(),
  columns: z.array(z.object({ column: z.string(), missing: z.int(), empty: z.int() })),
  /** Rows that are identical to another row. */
  duplicates: z.array(LikeRows),
  /** Rows with the same inputs and different expected answers. */
  contradictions: z.array(LikeRows),
  /** Rows that share most of their words with another. */
  near_duplicates: z.array(LikeRows),
  /** Number of rows that were searched for near duplicates: only the first thousands are. */
  near_duplicates_checked: z.int(),
  empty_rows: z.array(z.int()),
  ragged_rows: z.array(z.int()),
  missing_columns: z.array(z.string()),
  groups: z.array(ColumnGroups),
  power: TestsetPower,
  /** What a gate can decide on these cases; left out without one. */
  gate: GatePlan.optional(),
  problems: z.array(z.string()),
  warnings: z.array(z.string()),
});
export type TestsetReport = DeepReadonly<z.output<typeof TestsetReport>>;
