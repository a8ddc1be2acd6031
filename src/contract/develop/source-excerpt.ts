/** Path at which `wf dev` finds the author's own line of a stack: `POST {stack}` returns a `SourceExcerpt` or null. */
export const DEV_SOURCE_PATH = '/dev/source';

/** Lines of a source file, and a position in one of them. */
export interface SourceExcerpt {
  /** Path below the project's folder, with forward slashes. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1. */
  readonly column: number;
  /** Number of the first line. */
  readonly first_line: number;
  readonly lines: readonly string[];
}
