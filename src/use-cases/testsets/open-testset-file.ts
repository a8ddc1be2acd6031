import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { TestsetRow } from '../../contract/testsets/testset.ts';
import { UserError } from '../../errors/wf-error.ts';
import { readTestset } from '../../evaluation/testset/read-testset.ts';
import { DETECTED, type FileFormat } from '../../evaluation/testset/file-format.ts';
import { describeReadError } from '../files/describe-read-error.ts';

/** A test set file that can be read several times, in chunks. */
export interface TestsetFile {
  readonly pages: () => AsyncIterable<TestsetRow[]>;
  /** Hash of the content and of how it is parsed: equal for equal rows. */
  readonly tag: () => Promise<string>;
}

/** Bytes per chunk: small enough that V8 collects a chunk's rows before it promotes them. */
const PART = 32 * 1024;

/**
 * Opens a test set's file.
 *
 * @param cwd - folder that `source` is relative to. Default: the process's own
 * @returns `null` when there is no such file and `source` has no file extension, so it may be a test set's name
 * @throws {WF_NOT_FOUND} when there is no such file
 * @throws {WF_TESTSET_INVALID} when it cannot be read
 */
export async function openTestsetFile(
  source: string,
  format: FileFormat = DETECTED,
  cwd = process.cwd(),
): Promise<TestsetFile | null> {
  const file = resolve(cwd, source);
  try {
    if ((await stat(file)).isDirectory()) throw Object.assign(new Error('It is a folder'), { code: 'EISDIR' });
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isMissing && !/\.(csv|tsv|json|jsonl|ndjson)$/i.test(source)) return null;
    throw unreadable(source, error, isMissing);
  }
  const chunks = () => readParts(file, source);
  return {
    pages: () => readTestset({ name: basename(source), chunks: chunks(), format }),
    tag: () => hashContent(chunks(), format, source),
  };
}

async function* readParts(file: string, source: string): AsyncGenerator<Uint8Array> {
  try {
    // The stream yields bytes because no encoding is set.
    for await (const part of createReadStream(file, { highWaterMark: PART })) yield part as Uint8Array;
  } catch (error) {
    throw unreadable(source, error, false);
  }
}

/** Counts changes of how a file is read: other rows have another hash. */
const READER = 2;

async function hashContent(
  chunks: AsyncIterable<Uint8Array>,
  { types, delimiter }: FileFormat,
  source: string,
): Promise<string> {
  const extension = /\.[a-z]+$/i.exec(source)?.[0].toLowerCase() ?? '';
  const sorted = Object.entries(types).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const hash = createHash('sha256').update(JSON.stringify([READER, extension, sorted, delimiter]));
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}

function unreadable(source: string, cause: unknown, isMissing: boolean): UserError {
  return new UserError({
    code: isMissing ? 'WF_NOT_FOUND' : 'WF_TESTSET_INVALID',
    message: `Cannot read the test set ${source}: ${describeReadError(cause)}.`,
    nextSteps: ['wf testsets list'],
    cause,
  });
}
