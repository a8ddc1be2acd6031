import type { TestsetRow } from '../../contract/testsets/testset.ts';
import { createCsvReader } from './create-csv-reader.ts';
import { createJsonReader, createJsonlReader } from './create-json-reader.ts';
import { DETECTED, type FileFormat, type FileKind, kindOfName, kindOfText } from './file-format.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { requireText } from './require-text.ts';
import { testsetError, type TestsetReader } from './testset-reader.ts';
import { isUtf8 } from 'node:buffer';

export interface TestsetSource {
  /** File name; its extension decides the format. */
  readonly name: string;
  /** The content, which must be UTF-8. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** @defaultValue text cells, and a csv's delimiter detected */
  readonly format?: FileFormat;
}

const READERS: Readonly<Record<FileKind, (name: string, format: FileFormat) => TestsetReader>> = {
  csv: createCsvReader,
  tsv: (name, format) => createCsvReader(name, { ...format, delimiter: format.delimiter ?? '\t' }),
  json: createJsonReader,
  jsonl: createJsonlReader,
};

/**
 * Reads a test set in chunks. Its format is the given one, otherwise the one of its name, otherwise seen from its first
 * character.
 *
 * @yields batches of rows
 * @throws {WF_TESTSET_INVALID} when it is empty, ragged or malformed; names file, line and column
 */
export async function* readTestset({ name, chunks, format = DETECTED }: TestsetSource): AsyncGenerator<TestsetRow[]> {
  const named = format.kind ?? kindOfName(name);
  let reader = named === null ? null : createReader(named, name, format);
  let waiting = '';
  for await (const text of decodeStream(name, chunks)) {
    waiting += text;
    const kind = reader === null ? kindOfText(waiting) : null;
    if (kind !== null) reader = createReader(kind, name, format);
    if (reader === null) continue;
    const rows = reader.push(waiting);
    waiting = '';
    if (rows.length > 0) yield rows;
  }
  if (reader === null) throw testsetError({ name }, 'There is no row in the file.');
  const rows = reader.finish();
  if (rows.length > 0) yield rows;
}

function createReader(kind: FileKind, name: string, format: FileFormat): TestsetReader {
  if (format.delimiter !== null && !kind.endsWith('sv')) throw notSeparated(name);
  return READERS[kind](name, format);
}

function notSeparated(name: string): UserError {
  return new UserError({ code: 'WF_USAGE', message: `--delimiter applies to a csv file, and ${name} is not one.` });
}

const LINE_FEED = 0x0a;

/**
 * Decodes a file as strict UTF-8 and drops a byte order mark; reports the first line that is not UTF-8.
 *
 * @yields the text in chunks
 */
async function* decodeStream(name: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  let isFirst = true;
  // The bytes since the last line feed: an invalid character may show only with the next chunk.
  let open: Uint8Array = new Uint8Array();
  for await (const chunk of chunks) {
    if (isFirst) requireText(name, chunk);
    isFirst = false;
    yield decode(name, () => decoder.decode(chunk, { stream: true }), open, chunk, line);
    const last = chunk.lastIndexOf(LINE_FEED);
    line += countFeeds(chunk);
    open = last === -1 ? Buffer.concat([open.subarray(-4), chunk.subarray(-4)]) : chunk.subarray(last + 1);
  }
  const rest = decode(name, () => decoder.decode(), open, new Uint8Array(), line);
  if (rest !== '') yield rest;
}

function decode(name: string, read: () => string, open: Uint8Array, chunk: Uint8Array, line: number): string {
  try {
    return read();
  } catch (cause) {
    const place = { name, line: line + feedsBeforeBad(Buffer.concat([open, chunk])) };
    throw testsetError(place, 'The text is not valid UTF-8; save the file as UTF-8.', cause);
  }
}

/** A UTF-8 sequence never contains a line feed, so each line can be checked on its own. */
function feedsBeforeBad(bytes: Uint8Array): number {
  let start = 0;
  for (let feeds = 0; ; feeds += 1) {
    const end = bytes.indexOf(LINE_FEED, start);
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) return feeds;
    start = end + 1;
  }
}

function countFeeds(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) count += 1;
  return count;
}
