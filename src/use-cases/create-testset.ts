import { basename, extname } from 'node:path';
import type { Client } from '../client/create-client.ts';
import type { SimpleTestset } from '../contract/records/testset.ts';
import { UserError } from '../errors/wf-error.ts';
import { parseTestset } from '../evaluation/parse-testset.ts';
import { readTextSource, type TextSource } from './read-text-source.ts';

export interface CreateTestsetOptions extends TextSource {
  readonly client: Client;
  /** @defaultValue the file's name without its extension */
  readonly name: string | null;
}

export interface CreatedTestset {
  readonly testset: SimpleTestset;
  readonly rowCount: number;
}

/**
 * Stores a csv, json or jsonl file as a test set; standard input is read as jsonl.
 *
 * @throws {WF_TESTSET_INVALID} when it is empty, ragged or malformed
 */
export async function createTestset(options: CreateTestsetOptions): Promise<CreatedTestset> {
  const { client, source } = options;
  const name = options.name ?? nameOf(source);
  const text = await readTextSource(options);
  const { rows } = parseTestset({ name: source === '-' ? 'standard input.jsonl' : source, text });
  const testset = await client.createTestset({ body: { name, csvdata: [...rows] } });
  return { testset, rowCount: rows.length };
}

function nameOf(source: string): string {
  if (source !== '-') return basename(source, extname(source));
  throw new UserError({
    code: 'WF_USAGE',
    message: 'A test set from standard input has no file name to be called after.',
    nextSteps: ['Add --name NAME'],
  });
}
