/** A file of a new project. */
export interface ProjectFile {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  readonly content: string | Uint8Array;
}
