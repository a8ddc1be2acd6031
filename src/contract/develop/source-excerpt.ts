/** Path of `wf dev` that finds the author's line in a stack: `POST {stack}` returns a `SourceExcerpt` or null. */
export const DEV_SOURCE_PATH = '/dev/source';

/** Lines of a source file, and a position in one of them. */
export interface SourceExcerpt {
  /** Path below the project's folder, with forward slashes. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
  /** Number of the first line. */
  readonly first_line: number;
  readonly lines: readonly string[];
}
