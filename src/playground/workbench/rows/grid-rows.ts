import { textOf } from '../../text/text-of.ts';
import type { CellStore } from './cell-store.ts';
import type { TestsetRow } from '../../../contract/testsets/testset.ts';

export type ShownRows = 'all' | 'answered' | 'differences' | 'failures';

export function toShownRows(text: string | undefined): ShownRows {
  return text === 'answered' || text === 'differences' || text === 'failures' ? text : 'all';
}

/** Finds the rows to show, as indexes of the test set. */
export function findGridRows(
  store: Pick<CellStore, 'get'>,
  columnIds: readonly string[],
  count: number,
  shown: ShownRows,
): readonly number[] {
  const all = Array.from({ length: count }, (_, row) => row);
  const cellsOf = (row: number) => columnIds.map((id) => store.get(id, row));
  switch (shown) {
    case 'all':
      return all;
    case 'answered':
      return all.filter((row) => cellsOf(row).some((cell) => cell !== undefined));
    case 'failures':
      return all.filter((row) => cellsOf(row).some((cell) => cell?.state === 'failed'));
    case 'differences':
      return all.filter((row) => {
        const texts = cellsOf(row).flatMap((cell) =>
          cell === undefined || cell.state === 'running' ? [] : [cell.text],
        );
        return new Set(texts).size > 1;
      });
  }
}

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
    entries.length === 1 ? textOf(value, 2) : `${name}: ${textOf(value, 2)}`;
  return entries.map(write).join('\n');
}
