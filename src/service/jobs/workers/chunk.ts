/** Rows of an evaluation that stand side by side. Those among them that have a verdict are left as they are. */
export interface Chunk {
  readonly evaluationId: string;
  /** Position of the first row. */
  readonly from: number;
  /** Position of the last row. */
  readonly to: number;
}

/** A chunk that this process shall run. */
export interface TakenChunk extends Chunk {
  readonly jobId: string;
  /** How often it was taken before and came to no end. */
  readonly attempt: number;
  /** What went wrong the last time; `null` when nothing did. */
  readonly problem: string | null;
}
