import type { TestsetRow } from '../../contract/records/testset.ts';
import type { ParsedTestset } from './parsed-testset.ts';
import { testsetError, type TestsetPlace } from './testset-error.ts';

/** Reads a JSON array of objects, one per row. @throws {WF_TESTSET_INVALID} naming the line or the row */
export function parseJson(name: string, text: string): ParsedTestset {
  if (text.trim() === '') throw testsetError({ name }, 'The file is empty; write a JSON array of objects.');
  const value = parseText({ name, line: 1 }, text);
  if (!Array.isArray(value)) {
    throw testsetError({ name }, `The file holds ${kindOf(value)}; write a JSON array of objects, one per row.`);
  }
  const rows = value.map((row: unknown, index) => requireRow({ name }, row, `Row ${index + 1}`));
  return withColumns(name, rows);
}

/** Reads one JSON object per line; blank lines are skipped. @throws {WF_TESTSET_INVALID} naming the line */
export function parseJsonl(name: string, text: string): ParsedTestset {
  const rows: TestsetRow[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const place = { name, line: index + 1 };
    rows.push(requireRow(place, parseText(place, line), 'The line'));
  }
  return withColumns(name, rows);
}

function parseText(place: TestsetPlace & { readonly line: number }, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // JSON.parse throws nothing but a SyntaxError.
    const { message } = cause as SyntaxError;
    const position = positionOf(message, text);
    const said = message.replace(/ ?(in JSON )?at position \d+.*$/s, '').replace(/, (\.\.\.)?".*$/s, '');
    throw testsetError(placeAt(place, text, position), `This is not JSON: ${said}.`, cause);
  }
}

/** Some of the engine's messages give a position, some the ten characters on either side of it, some nothing. */
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

function requireRow(place: TestsetPlace, value: unknown, subject: string): TestsetRow {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw testsetError(place, `${subject} holds ${kindOf(value)}; write an object of column names and cells.`);
  }
  const columns = Object.keys(value);
  if (columns.length === 0) throw testsetError(place, `${subject} has no columns.`);
  if (columns.some((column) => column.trim() === '')) {
    throw testsetError(place, `${subject} has a column without a name.`);
  }
  // An object that is neither null nor an array is a record of cells.
  return value as TestsetRow;
}

function withColumns(name: string, rows: readonly TestsetRow[]): ParsedTestset {
  if (rows.length === 0) throw testsetError({ name }, 'There is no row in the file.');
  const columns = new Set<string>();
  for (const row of rows) for (const column of Object.keys(row)) columns.add(column);
  return { columns: [...columns], rows };
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
