import { ARCHIVE_ROW, formatSize } from '../../foundation/sizes.ts';
import { setImmediate } from 'node:timers/promises';
import { ArchiveRow, type ArchiveTable } from '../../contract/archives/archive.ts';
import { userError } from '../../foundation/errors/wf-error.ts';
import { checkJson, type JsonLimits } from '../../foundation/json/check-json.ts';
import { createSlices, type Slices } from '../../http/create-slices.ts';
import { ARCHIVED_TABLES } from './archived-tables.ts';
import { parseJson } from '../../contract/validation/parse-json.ts';

/** Databases store as much in a few milliseconds. */
const BATCH_LENGTH = 256 * 1024;
const BATCH_ROWS = 200;
/** SQLite stores a larger row for longer than others may wait. Bodies, and so the values of rows, have at most 10 MiB. */
const MAX_ROW_BYTES = ARCHIVE_ROW.most;
/** In characters, of which some are escapes: longer ones take too long to parse. */
const MAX_LINE = 20 * 1024 * 1024;
/** Shorter JSON is checked in one piece. */
const SHORT = 64 * 1024;

export interface ArchivedPage {
  readonly table: ArchiveTable;
  readonly page: number;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * Reads the rows of one page of an archive in batches, and lets others run between them and within a long row.
 *
 * @yields batches of rows in the archive's order
 * @throws {WF_INVALID_INPUT} with the line that is not a row of the table
 */
export async function* readArchiveRows({ table, page, bytes }: ArchivedPage): AsyncGenerator<readonly ArchiveRow[]> {
  const slices = createSlices();
  let batch: ArchiveRow[] = [];
  let length = 0;
  let columns: string | null = null;
  let number = 0;
  for await (const line of splitLines(bytes)) {
    number += 1;
    const where = `tables/${table}, page ${page}, line ${number}`;
    const row = await readRow(line, table, where, slices);
    await requireJson(row, table, where, slices);
    columns ??= Object.keys(row).join();
    if (Object.keys(row).join() !== columns) throw invalid(`${where}: its columns differ from the first line's.`);
    batch.push(row);
    length += line.length;
    if (batch.length < BATCH_ROWS && length < BATCH_LENGTH) continue;
    yield batch;
    [batch, length] = [[], 0];
    await setImmediate();
  }
  if (batch.length > 0) yield batch;
  await setImmediate();
}

async function readRow(line: string, table: ArchiveTable, where: string, slices: Slices): Promise<ArchiveRow> {
  if (line.length <= SHORT) return parseRow(line, table, where);
  if (line.length > MAX_LINE) throw tooLarge(where);
  // Parsing millions of brackets or columns takes seconds.
  if (!(await isJson(line, slices, FLAT))) throw invalid(`${where}: this is not a row of an archive.`);
  await setImmediate();
  const row = parseRow(line, table, where);
  await setImmediate();
  if (sizeOf(row) > MAX_ROW_BYTES) throw tooLarge(where);
  return row;
}

/** No table has more columns. */
const FLAT = { maxDepth: 1, maxValues: 100 };

function parseRow(line: string, table: ArchiveTable, where: string): ArchiveRow {
  const parsed = ArchiveRow.safeParse(parseJson(line));
  if (!parsed.success) throw invalid(`${where}: this is not a row of an archive.`);
  const { omit = [], key } = ARCHIVED_TABLES[table];
  const row = parsed.data;
  const secret = omit.find((column) => Object.hasOwn(row, column));
  if (secret !== undefined) throw invalid(`${where}: an archive must not contain column ${secret}.`);
  const missing = key.find((column) => column !== undefined && row[column] == null);
  if (missing !== undefined) throw invalid(`${where}: column ${missing} is missing.`);
  return row;
}

function sizeOf(row: ArchiveRow): number {
  return Object.values(row).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? Buffer.byteLength(value) : 0),
    0,
  );
}

async function requireJson(row: ArchiveRow, table: ArchiveTable, where: string, slices: Slices): Promise<void> {
  for (const column of ARCHIVED_TABLES[table].json ?? []) {
    const value = row[column];
    if (value != null && !(await isJson(String(value), slices))) throw invalid(`${where}: ${column} is not JSON.`);
  }
}

async function isJson(text: string, slices: Slices, limits: JsonLimits = {}): Promise<boolean> {
  if (text.length <= SHORT) return parseJson(text) !== undefined;
  const check = checkJson(text, limits);
  for (;;) {
    await slices.pause();
    const isOver = slices.begin();
    while (!isOver()) {
      const { done, value } = check.next();
      if (done === true) return value === null;
    }
  }
}

function tooLarge(where: string) {
  return invalid(`${where}: this row is larger than ${formatSize(ARCHIVE_ROW)}.`);
}

function invalid(message: string) {
  return userError('WF_INVALID_INPUT', message);
}

/**
 * Splits UTF-8 into lines. A line break at the end adds none. Joining a long one is work for a turn of its own.
 *
 * @param parts - bytes in their order, each decoded within a millisecond or two
 * @yields each line without its line break
 */
export async function* splitLines(parts: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let begun: string[] = [];
  for await (const part of parts) {
    const [first = '', ...more] = decoder.decode(part, { stream: true }).split('\n');
    begun.push(first);
    const last = more.pop();
    if (last === undefined) continue;
    const line = begun.join('');
    begun = [last];
    await setImmediate();
    yield line;
    yield* more;
  }
  const last = [...begun, decoder.decode()].join('');
  await setImmediate();
  if (last !== '') yield last;
}
