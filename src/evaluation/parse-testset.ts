import { decodeText } from './testset/decode-text.ts';
import { parseCsv } from './testset/parse-csv.ts';
import { parseJson, parseJsonl } from './testset/parse-json.ts';
import type { ParsedTestset } from './testset/parsed-testset.ts';
import { testsetError } from './testset/testset-error.ts';

export interface TestsetSource {
  /** File name; its extension says the format. */
  readonly name: string;
  /** The content: text, or the bytes of a file, which must be UTF-8. */
  readonly text: string | Uint8Array;
}

const PARSERS: Readonly<Record<string, (name: string, text: string) => ParsedTestset>> = {
  csv: parseCsv,
  json: parseJson,
  jsonl: parseJsonl,
  ndjson: parseJsonl,
};

/**
 * Reads a test set from a csv, json or jsonl file.
 *
 * @throws {WF_TESTSET_INVALID} when it is empty, ragged or malformed: file, line and column are named
 */
export function parseTestset({ name, text }: TestsetSource): ParsedTestset {
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const parse = Object.hasOwn(PARSERS, extension) ? PARSERS[extension] : undefined;
  if (parse === undefined) {
    const ending = extension === '' ? 'no extension' : `the extension .${extension}`;
    throw testsetError({ name }, `The file has ${ending}; a test set is a .csv, .json or .jsonl file.`);
  }
  return parse(name, decodeText(name, text));
}
