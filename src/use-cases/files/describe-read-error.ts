const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
};

/** Describes why a file could not be read, as the end of a sentence. */
export function describeReadError(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason';
  return REASONS[code] ?? code;
}
