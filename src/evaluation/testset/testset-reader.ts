import type { TestsetRow } from '../../contract/testsets/testset.ts';

/** Reads a test set part by part; what it holds does not grow with the number of rows. */
export interface TestsetReader {
  /** @throws {WF_TESTSET_INVALID} naming the place */
  push(text: string): TestsetRow[];
  /** Says that nothing more comes. @throws {WF_TESTSET_INVALID} naming the place */
  finish(): TestsetRow[];
}

/** Longest row there may be, in characters: what is longer is a quote or a bracket that nobody closed. */
export const LONGEST_ROW = 32 * 1024 * 1024;
