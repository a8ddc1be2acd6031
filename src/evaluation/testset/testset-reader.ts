import type { TestsetRow } from '../../contract/testsets/testset.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';

/** Reads a test set in chunks; its memory does not grow with the number of rows. */
export interface TestsetReader {
  /** @throws {WF_TESTSET_INVALID} with the position */
  push(text: string): TestsetRow[];
  /** Ends the input. @throws {WF_TESTSET_INVALID} with the position */
  finish(): TestsetRow[];
}

/** Longest row in characters: a longer one has an unclosed quote or bracket. */
export const MAX_ROW_LENGTH = 32 * 1024 * 1024;

/** Position of an error in a test set; lines and columns count from 1. */
export interface TestsetPlace {
  readonly name: string;
  readonly line?: number;
  /** Name of the column, or its number where it has no name. */
  readonly column?: string | number;
}

export function testsetError(
  place: TestsetPlace,
  message: string,
  cause?: unknown,
  more: Readonly<Record<string, unknown>> = {},
): UserError {
  const line = place.line === undefined ? '' : `, line ${place.line}`;
  const column =
    place.column === undefined
      ? ''
      : `, column ${typeof place.column === 'number' ? place.column : JSON.stringify(place.column)}`;
  return new UserError({
    code: 'WF_TESTSET_INVALID',
    message: `${place.name}${line}${column}: ${message}`,
    nextSteps: [],
    details: { file: place.name, line: place.line ?? null, column: place.column ?? null, ...more },
    ...(cause === undefined ? {} : { cause }),
  });
}
