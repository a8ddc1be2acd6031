import { UserError } from '../../../errors/wf-error.ts';

/** Creates the function that replaces the system errors of writing a file by sentences. */
export function describedBy(file: string): <Value>(work: Promise<Value>) => Promise<Value> {
  return async (work) => {
    try {
      return await work;
    } catch (error) {
      throw isSystemError(error) ? refused(file, error) : error;
    }
  };
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
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

function isSystemError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code);
}

function refused(file: string, cause: Error & { readonly code: string }): UserError {
  const failure = FAILURES[cause.code];
  const reason = failure ?? REASONS[cause.code] ?? cause.code;
  const code = failure === undefined ? 'WF_INVALID_INPUT' : 'WF_FAILED';
  return new UserError({ code, message: `Cannot write ${file}: ${reason}.`, cause });
}
