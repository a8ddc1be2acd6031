import type { TestsetRow } from '../../contract/testsets/testset.ts';
import { createCsvReader } from './create-csv-reader.ts';
import { createJsonReader } from './create-json-reader.ts';
import { createJsonlReader } from './create-jsonl-reader.ts';
import { decodeStream } from './decode-stream.ts';
import { DETECTED, type FileFormat } from './file-format.ts';
import { type FileKind, kindOfName, kindOfText } from './file-kind.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { testsetError } from './testset-error.ts';
import type { TestsetReader } from './testset-reader.ts';

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
