import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { Client } from '../client/create-client.ts';
import type { TestsetRow } from '../contract/records/testset.ts';
import { UserError } from '../errors/wf-error.ts';
import { parseTestset } from '../evaluation/parse-testset.ts';
import { describeReadError } from './describe-read-error.ts';
import { resolveTestset } from './resolve-testset.ts';

export interface StoredTestset {
  readonly id: string;
  readonly name: string;
  /** False when these very rows were stored before. */
  readonly created: boolean;
}

/**
 * Stores a file as a test set, or finds a stored one. The name of a file's test set ends in the hash of its content, so
 * the same file is stored once and a changed one beside it.
 *
 * @param source - path of a csv, json or jsonl file, or name or id of a stored test set
 * @param check - looks at a file's rows before they are stored, and throws when they will not do
 */
export async function storeTestset(
  client: Client,
  source: string,
  check: (rows: readonly TestsetRow[]) => void = () => {},
): Promise<StoredTestset> {
  const bytes = await readIfFile(source);
  if (bytes === null) {
    const { id, name } = await resolveTestset(client, source);
    return { id, name, created: false };
  }
  const { rows } = parseTestset({ name: basename(source), text: bytes });
  check(rows);
  const name = `${basename(source, extname(source))}@${contentHash(bytes)}`;
  const existing = (await client.listTestsets({})).find((testset) => testset.name === name);
  if (existing !== undefined) return { id: existing.id, name, created: false };
  const { id } = await client.createTestset({ body: { name, csvdata: [...rows] } });
  return { id, name, created: true };
}

/**
 * Reads a test set's file.
 *
 * @returns `null` when nothing lies there, so that the word may be a test set's name
 */
export async function readIfFile(source: string): Promise<Uint8Array | null> {
  try {
    return await readFile(source);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isMissing && !/\.(csv|json|jsonl|ndjson)$/i.test(source)) return null;
    throw new UserError({
      code: isMissing ? 'WF_NOT_FOUND' : 'WF_TESTSET_INVALID',
      message: `The test set ${source} cannot be read: ${describeReadError(error)}.`,
      nextSteps: ['wf testsets list'],
      cause: error,
    });
  }
}

function contentHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 12);
}
