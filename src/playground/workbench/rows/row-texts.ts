import type { TestsetRow } from '../../../contract/testsets/testset.ts';
import { textOf } from './cell.ts';

/** A row of a test set as the grid shows it. */
export interface RowTexts {
  readonly inputs: string;
  readonly expected: string;
}

/** Writes the inputs of a row, and what its answer should be. */
export function textsOfRow(row: TestsetRow, inputs: TestsetRow, expected: ReadonlySet<string>): RowTexts {
  const answers = [...expected].filter((name) => Object.hasOwn(row, name));
  return {
    inputs: textOfCells(inputs),
    expected: textOfCells(Object.fromEntries(answers.map((name) => [name, row[name]]))),
  };
}

/** Writes cells one per line; a single cell needs no name. */
export function textOfCells(cells: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(cells);
  const write = ([name, value]: readonly [string, unknown]) =>
    entries.length === 1 ? textOf(value) : `${name}: ${textOf(value)}`;
  return entries.map(write).join('\n');
}
