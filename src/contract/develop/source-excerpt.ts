/** Where `wf dev` shows the author's own line of a stack: `POST {stack}` is answered with a `SourceExcerpt`, or null. */
export const DEV_SOURCE_PATH = '/dev/source';

/** Lines of a source file, and a place in one of them. */
export interface SourceExcerpt {
  /** Path below the project's folder, with forward slashes. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1. */
  readonly column: number;
  /** Number of the first of the lines. */
  readonly first_line: number;
  readonly lines: readonly string[];
}
