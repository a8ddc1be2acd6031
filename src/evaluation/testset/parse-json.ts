import type { TestsetRow } from '../../contract/testsets/testset.ts';
import { DuplicateKeyError, parseExactJson } from '../../contract/validation/exact-json.ts';
import { testsetError, type TestsetPlace } from './testset-reader.ts';
import { isRecord } from '../../foundation/record.ts';

/** Parses a JSON array, whose elements are the rows. @throws {WF_TESTSET_INVALID} with the position */
export function parseJson(name: string, text: string): unknown[] {
  if (text.trim() === '') throw testsetError({ name }, 'The file is empty; write a JSON array of objects.');
  const value = parseJsonText({ name, line: 1 }, text);
  if (Array.isArray(value)) return value;
  throw testsetError({ name }, `The file contains ${kindOf(value)}; write a JSON array of objects, one per row.`);
}

/** Parses JSON exactly. @throws {WF_TESTSET_INVALID} with the position, as far as the engine reports it */
export function parseJsonText(place: TestsetPlace & { readonly line: number }, text: string): unknown {
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
export function requireRow(place: TestsetPlace, value: unknown, subject: string): TestsetRow {
  if (!isRecord(value)) {
    throw testsetError(place, `${subject} is ${kindOf(value)}; write an object of column names and cells.`);
  }
  const columns = Object.keys(value);
  if (columns.length === 0) throw testsetError(place, `${subject} has no columns.`);
  if (columns.some((column) => column.trim() === '')) {
    throw testsetError(place, `${subject} has a column without a name.`);
  }
  // An object that is neither null nor an array is a record of cells.
  return value as TestsetRow;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
