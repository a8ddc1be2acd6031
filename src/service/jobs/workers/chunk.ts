/** Consecutive rows of an evaluation. Rows that have a verdict are skipped. */
export interface Chunk {
  readonly evaluationId: string;
  /** Position of the first row. */
  readonly from: number;
  /** Position of the last row. */
  readonly to: number;
}

/** A chunk that this process runs. */
export interface TakenChunk extends Chunk {
  readonly jobId: string;
  /** How many earlier attempts did not finish. */
  readonly attempt: number;
  /** Why the last attempt failed; `null` when it did not. */
  readonly problem: string | null;
}
