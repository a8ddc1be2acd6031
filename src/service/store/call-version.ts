/**
 * Answers whether a commit changed what a hosted call runs, or who may make it. Whatever is read after the version, and kept
 * with it, is current for as long as the version stays the same.
 */
export interface CallVersion {
  /** Reads the version of the commits so far. */
  read(this: void): number | Promise<number>;
  close(this: void): void;
}
