import type { TestsetRow } from '../../../contract/testsets/testset.ts';
import { textOf } from './cell.ts';

/** A row of a test set as the grid shows it. */
export interface RowTexts {
  readonly inputs: string;
  readonly expected: string;
}

/** Writes the inputs of a row, and what its answer should be. */
export function textsOfRow(row: TestsetRow, inputs: TestsetRow, expected: ReadonlySet<string>): RowTexts {
  const names = Object.keys(inputs);
  const write = ([name, value]: readonly [string, unknown]) =>
    names.length === 1 ? textOf(value) : `${name}: ${textOf(value)}`;
  const answers = [...expected].filter((name) => Object.hasOwn(row, name));
  return {
    inputs: Object.entries(inputs).map(write).join('\n'),
    expected: answers
      .map((name) => (answers.length === 1 ? textOf(row[name]) : `${name}: ${textOf(row[name])}`))
      .join('\n'),
  };
}
