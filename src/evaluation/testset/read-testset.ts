import type { TestsetRow } from '../../contract/testsets/testset.ts';
import type { CellTypes } from './cell-types.ts';
import { createCsvReader } from './create-csv-reader.ts';
import { createJsonReader } from './create-json-reader.ts';
import { createJsonlReader } from './create-jsonl-reader.ts';
import { decodeStream } from './decode-stream.ts';
import { testsetError } from './testset-error.ts';
import type { TestsetReader } from './testset-reader.ts';

export interface TestsetSource {
  /** File name; the extension determines the format. */
  readonly name: string;
  /** The content, which must be UTF-8. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Types of columns with cells that are not text. */
  readonly types?: CellTypes;
}

const READERS: Readonly<Record<string, (name: string, types: CellTypes) => TestsetReader>> = {
  csv: createCsvReader,
  json: createJsonReader,
  jsonl: createJsonlReader,
  ndjson: createJsonlReader,
};

/**
 * Reads a test set from a csv, json or jsonl file in chunks.
 *
 * @yields batches of rows
 * @throws {WF_TESTSET_INVALID} when it is empty, ragged or malformed; names file, line and column
 */
export async function* readTestset({ name, chunks, types = {} }: TestsetSource): AsyncGenerator<TestsetRow[]> {
  const reader = createReader(name, types);
  for await (const text of decodeStream(name, chunks)) {
    const rows = reader.push(text);
    if (rows.length > 0) yield rows;
  }
  const rows = reader.finish();
  if (rows.length > 0) yield rows;
}

function createReader(name: string, types: CellTypes): TestsetReader {
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const create = Object.hasOwn(READERS, extension) ? READERS[extension] : undefined;
  if (create !== undefined) return create(name, types);
  const ending = extension === '' ? 'no extension' : `the extension .${extension}`;
  throw testsetError({ name }, `The file has ${ending}; a test set is a .csv, .json or .jsonl file.`);
}
