import type { TestsetRow } from '../../contract/testsets/testset.ts';
import { requireTypedColumns, typeRow } from './cell-types.ts';
import type { FileFormat } from './file-format.ts';
import { parseJsonText, requireRow } from './parse-json.ts';
import { testsetError } from './testset-error.ts';
import { MAX_ROW_LENGTH, type TestsetReader } from './testset-reader.ts';

/** Creates the reader of one JSON object per line; skips blank lines. */
export function createJsonlReader(name: string, { types }: Pick<FileFormat, 'types'>): TestsetReader {
  const columns = new Set<string>();
  let [rest, line, rowCount] = ['', 0, 0];
  const take = (text: string): TestsetRow[] => {
    line += 1;
    if (text.trim() === '') return [];
    const place = { name, line };
    const row = requireRow(place, parseJsonText(place, text), 'The line');
    for (const column of Object.keys(row)) columns.add(column);
    rowCount += 1;
    return [typeRow(types, row, place)];
  };
  return {
    push(text) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > MAX_ROW_LENGTH)
        throw testsetError({ name, line: line + 1 }, 'The line is longer than the limit for a row.');
      return lines.flatMap(take);
    },
    finish() {
      const rows = take(rest);
      if (rowCount === 0) throw testsetError({ name }, 'There is no row in the file.');
      requireTypedColumns(name, types, columns);
      return rows;
    },
  };
}
