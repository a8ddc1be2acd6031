import type { TestsetRow } from '../../contract/testsets/testset.ts';
import { createCsvReader } from './create-csv-reader.ts';
import { createJsonReader } from './create-json-reader.ts';
import { createJsonlReader } from './create-jsonl-reader.ts';
import { decodeStream } from './decode-stream.ts';
import { DETECTED, type FileFormat } from './file-format.ts';
import { UserError } from '../../errors/wf-error.ts';
import { testsetError } from './testset-error.ts';
import type { TestsetReader } from './testset-reader.ts';

export interface TestsetSource {
  /** File name; the extension determines the format. */
  readonly name: string;
  /** The content, which must be UTF-8. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** @defaultValue text cells, and a csv's delimiter detected */
  readonly format?: FileFormat;
}

const READERS: Readonly<Record<string, (name: string, format: FileFormat) => TestsetReader>> = {
  csv: createCsvReader,
  tsv: (name, format) => createCsvReader(name, { ...format, delimiter: format.delimiter ?? '\t' }),
  json: createJsonReader,
  jsonl: createJsonlReader,
  ndjson: createJsonlReader,
};

/**
 * Reads a test set from a csv, tsv, json or jsonl file in chunks.
 *
 * @yields batches of rows
 * @throws {WF_TESTSET_INVALID} when it is empty, ragged or malformed; names file, line and column
 */
export async function* readTestset({ name, chunks, format = DETECTED }: TestsetSource): AsyncGenerator<TestsetRow[]> {
  const reader = createReader(name, format);
  for await (const text of decodeStream(name, chunks)) {
    const rows = reader.push(text);
    if (rows.length > 0) yield rows;
  }
  const rows = reader.finish();
  if (rows.length > 0) yield rows;
}

function createReader(name: string, format: FileFormat): TestsetReader {
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const create = Object.hasOwn(READERS, extension) ? READERS[extension] : undefined;
  if (create !== undefined && format.delimiter !== null && !extension.endsWith('sv')) throw notSeparated(name);
  if (create !== undefined) return create(name, format);
  const ending = extension === '' ? 'no extension' : `the extension .${extension}`;
  throw testsetError({ name }, `The file has ${ending}; a test set is a .csv, .json or .jsonl file.`);
}

function notSeparated(name: string): UserError {
  return new UserError({ code: 'WF_USAGE', message: `--delimiter applies to a csv file, and ${name} is none.` });
}
