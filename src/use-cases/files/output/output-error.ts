import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { UserError } from '../../../foundation/errors/wf-error.ts';
import { missingFolder } from '../../../project/make-own-folder.ts';

/** Creates the function that replaces the system errors of writing a file, also by SQLite, by sentences. */
export function describedBy(file: string): <Value>(work: Promise<Value>) => Promise<Value> {
  return async (work) => {
    try {
      return await work;
    } catch (error) {
      const code = toSystemCode(error);
      throw code === null ? error : refused(file, code, error);
    }
  };
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  EEXIST: 'a file is in its place',
  ENOTDIR: 'a part of its path is not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ELOOP: 'its symbolic links form a circle',
  ENAMETOOLONG: 'its name is too long',
  EBUSY: 'it is mounted, so it cannot be replaced',
  EBADF: 'this descriptor is not open for writing',
  ECONNREFUSED: 'nobody listens on this socket',
};

/** The target took a part of the output, or would have: not a wrong path, but a failure. */
const FAILURES: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota is used up',
  EFBIG: 'the file would be larger than this system allows',
  EPIPE: 'its reader is gone',
  ECONNRESET: 'its reader is gone',
  EIO: 'the device failed',
};

/** SQLite's results of writing. @source https://sqlite.org/rescode.html */
const SQLITE_CODES: Readonly<Record<number, string>> = {
  8: 'EROFS',
  13: 'ENOSPC',
  // The index of the log could not grow.
  4874: 'ENOSPC',
};

/** Node names some of them itself, as in `ERR_FS_EISDIR`. */
const SYSTEM_CODE = /^(?:ERR_FS_)?(E[A-Z]+)$/;

function toSystemCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if ('errcode' in error && typeof error.errcode === 'number')
    return SQLITE_CODES[error.errcode] ?? SQLITE_CODES[error.errcode & 0xff] ?? null;
  return 'code' in error && typeof error.code === 'string' ? (SYSTEM_CODE.exec(error.code)?.[1] ?? null) : null;
}

function refused(file: string, systemCode: string, cause: unknown): UserError {
  if (systemCode === 'ENOENT' && !existsSync(dirname(file))) return missingFolder(file, cause);
  const failure = FAILURES[systemCode];
  const reason = failure ?? REASONS[systemCode] ?? systemCode;
  const code = failure === undefined ? 'WF_INVALID_INPUT' : 'WF_FAILED';
  return new UserError({ code, message: `Cannot write ${file}: ${reason}.`, cause });
}
