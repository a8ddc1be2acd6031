import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UserError } from '../../errors/wf-error.ts';

/**
 * Streams text to a temporary file and renames it: a failed write leaves the old file untouched.
 *
 * @throws {WF_INVALID_INPUT} when the folder does not exist or is not writable
 */
export async function writeTextFile(file: string, cwd: string, parts: AsyncIterable<string>): Promise<void> {
  const path = resolve(cwd, file);
  const unfinished = `${path}.${process.pid}.part`;
  try {
    await pipeline(Readable.from(parts), createWriteStream(unfinished));
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw isRefusal(error) ? refused(file, error) : error;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
};

function isRefusal(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'code' in error && Object.hasOwn(REASONS, String(error.code));
}

function refused(file: string, cause: Error & { readonly code: string }): UserError {
  return new UserError({
    code: 'WF_INVALID_INPUT',
    message: `Cannot write ${file}: ${REASONS[cause.code] ?? cause.code}.`,
    cause,
  });
}
