import type { TestsetRow } from '../../contract/testsets/testset.ts';
import { type CellTypes, requireTypedColumns, typeRow } from './cell-types.ts';
import { createElementSplitter, type Element, type ElementSplitter } from './element-splitter.ts';
import type { FileFormat } from './file-format.ts';
import { testsetError, type TestsetReader, MAX_ROW_LENGTH, type TestsetPlace } from './testset-reader.ts';
import { DuplicateKeyError, parseExactJson } from '../../contract/validation/exact-json.ts';
import { findExcess, MAX_DEPTH } from '../../foundation/json/check-json.ts';
import { isRecord } from '../../foundation/record.ts';

/** Up to this size a file is parsed at once, which gives the exact position of a syntax error. */
const SMALL = 1024 * 1024;

/** Creates the reader of a JSON array of objects, one per row. */
export function createJsonReader(name: string, { types }: Pick<FileFormat, 'types'>): TestsetReader {
  const rows = collectRows(name, types);
  let head: string[] | null = [];
  let size = 0;
  let splitter: ElementSplitter | null = null;
  const take = (value: unknown): TestsetRow => rows.take({ name }, value);
  const takeText = ({ text, line }: Element): TestsetRow => take(parseJsonText({ name, line }, text));
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
      if (head === null) return rows.finish((splitter?.finish() ?? []).map(takeText));
      return rows.finish(parseJson(name, head.join('')).map(take));
    },
  };
}

/** Creates the reader of one JSON object per line; skips blank lines. */
export function createJsonlReader(name: string, { types }: Pick<FileFormat, 'types'>): TestsetReader {
  const rows = collectRows(name, types);
  let [rest, line] = ['', 0];
  const take = (text: string): TestsetRow[] => {
    line += 1;
    if (text.trim() === '') return [];
    const place = { name, line };
    return [rows.take(place, parseJsonText(place, text), 'The line')];
  };
  return {
    push(text) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > MAX_ROW_LENGTH)
        throw testsetError({ name, line: line + 1 }, 'The line is longer than the limit for a row.');
      return lines.flatMap(take);
    },
    finish: () => rows.finish(take(rest)),
  };
}

/** Checks rows and types their cells; at the end, requires a row, and each column that has a type. */
function collectRows(name: string, types: CellTypes) {
  const columns = new Set<string>();
  let count = 0;
  return {
    take(place: TestsetPlace, value: unknown, subject?: string): TestsetRow {
      count += 1;
      const row = requireRow(place, value, subject ?? `Row ${count}`);
      for (const column of Object.keys(row)) columns.add(column);
      return typeRow(types, row, place);
    },
    finish(rows: TestsetRow[]): TestsetRow[] {
      if (count === 0) throw testsetError({ name }, 'There is no row in the file.');
      requireTypedColumns(name, types, columns);
      return rows;
    },
  };
}

/** Parses a JSON array, whose elements are the rows. @throws {WF_TESTSET_INVALID} with the position */
function parseJson(name: string, text: string): unknown[] {
  if (text.trim() === '') throw testsetError({ name }, 'The file is empty; write a JSON array of objects.');
  const value = parseJsonText({ name, line: 1 }, text);
  if (Array.isArray(value)) return value;
  throw testsetError({ name }, `The file contains ${kindOf(value)}; write a JSON array of objects, one per row.`);
}

/** Parses JSON exactly. @throws {WF_TESTSET_INVALID} with the position, as far as the engine reports it */
function parseJsonText(place: TestsetPlace & { readonly line: number }, text: string): unknown {
  if (findExcess(text, {}) !== null) throw testsetError(place, `A value is nested more than ${MAX_DEPTH} deep.`);
  try {
    return parseExactJson(text);
  } catch (cause) {
    if (cause instanceof DuplicateKeyError) {
      throw testsetError(placeAt(place, text, cause.position), `${cause.message}.`, cause);
    }
    // JSON.parse throws only a SyntaxError.
    const { message } = cause as SyntaxError;
    const position = positionOf(message, text);
    const said = message.replace(/ ?(in JSON )?at position \d+.*$/s, '').replace(/, (\.\.\.)?".*$/s, '');
    throw testsetError(placeAt(place, text, position), `This is not JSON: ${said}.`, cause);
  }
}

/** Some of the engine's messages have a position, some the ten characters around it, some neither. */
function positionOf(message: string, text: string): number | undefined {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return Number(position);
  if (message.includes('end of JSON input')) return text.trimEnd().length;
  const excerpt = /, \.\.\."(.*)"(\.\.\.)? is not valid JSON$/s.exec(message)?.[1];
  if (excerpt === undefined || text.indexOf(excerpt) !== text.lastIndexOf(excerpt)) return undefined;
  return text.indexOf(excerpt) + 10;
}

function placeAt(
  { name, line }: TestsetPlace & { readonly line: number },
  text: string,
  position: number | undefined,
): TestsetPlace {
  if (position === undefined) return text.includes('\n') ? { name } : { name, line };
  const before = text.slice(0, position);
  return { name, line: line + before.split('\n').length - 1, column: before.length - before.lastIndexOf('\n') };
}

/** Requires a row: an object with columns. @throws {WF_TESTSET_INVALID} with the position */
function requireRow(place: TestsetPlace, value: unknown, subject: string): TestsetRow {
  if (!isRecord(value)) {
    throw testsetError(place, `${subject} is ${kindOf(value)}; write an object of column names and cells.`);
  }
  const columns = Object.keys(value);
  if (columns.length === 0) throw testsetError(place, `${subject} has no columns.`);
  if (columns.some((column) => column.trim() === '')) {
    throw testsetError(place, `${subject} has a column without a name.`);
  }
  return value;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
