import type { TestsetRow } from '../../contract/testsets/testset.ts';
import { requireTypedColumns, typeRow } from './cell-types.ts';
import { createElementSplitter, type ElementSplitter } from './element-splitter.ts';
import type { FileFormat } from './file-format.ts';
import { parseJson, parseJsonText, requireRow } from './parse-json.ts';
import { testsetError, type TestsetReader, MAX_ROW_LENGTH } from './testset-reader.ts';

/** Up to this size a file is parsed at once, which gives the exact position of a syntax error. */
const SMALL = 1024 * 1024;

/** Creates the reader of a JSON array of objects, one per row. */
export function createJsonReader(name: string, { types }: Pick<FileFormat, 'types'>): TestsetReader {
  const columns = new Set<string>();
  let rowCount = 0;
  let head: string[] | null = [];
  let size = 0;
  let splitter: ElementSplitter | null = null;
  const take = (value: unknown): TestsetRow => {
    rowCount += 1;
    const row = requireRow({ name }, value, `Row ${rowCount}`);
    for (const column of Object.keys(row)) columns.add(column);
    return typeRow(types, row, { name });
  };
  const takeText = ({ text, line }: { readonly text: string; readonly line: number }): TestsetRow =>
    take(parseJsonText({ name, line }, text));
  return {
    push(text) {
      if (head !== null) {
        head.push(text);
        size += text.length;
        if (size < SMALL) return [];
      }
      const part = head === null ? text : head.join('');
      head = null;
      splitter ??= createElementSplitter(name);
      return splitter.push(part).map(takeText);
    },
    finish() {
      const rows = head === null ? (splitter?.finish() ?? []).map(takeText) : parseJson(name, head.join('')).map(take);
      if (rowCount === 0) throw testsetError({ name }, 'There is no row in the file.');
      requireTypedColumns(name, types, columns);
      return rows;
    },
  };
}

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
