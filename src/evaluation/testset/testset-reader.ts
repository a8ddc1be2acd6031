import type { TestsetRow } from '../../contract/testsets/testset.ts';

/** Reads a test set in chunks; its memory does not grow with the number of rows. */
export interface TestsetReader {
  /** @throws {WF_TESTSET_INVALID} with the position */
  push(text: string): TestsetRow[];
  /** Ends the input. @throws {WF_TESTSET_INVALID} with the position */
  finish(): TestsetRow[];
}

/** Longest row in characters: a longer one has an unclosed quote or bracket. */
export const MAX_ROW_LENGTH = 32 * 1024 * 1024;
