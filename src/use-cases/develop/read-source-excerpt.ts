import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { findAuthorPosition, PROJECT_SCHEME } from '../../bundler/source-map/find-author-position.ts';
import type { SourceExcerpt } from '../../contract/develop/dev-events.ts';

export interface ReadSourceExcerptOptions {
  readonly stack: string;
  /** The project's folder. */
  readonly root: string;
  /** The workflow's source files; no other file is read, whatever the stack names. */
  readonly files: readonly string[];
}

/** Lines of context before and after. */
const AROUND = 2;

/** Reads the lines around the innermost author frame of a stack; `null` if there is none or the file has changed. */
export async function readSourceExcerpt({
  stack,
  root,
  files,
}: ReadSourceExcerptOptions): Promise<SourceExcerpt | null> {
  // Deployed code was built from earlier files than those on disk.
  if (stack.includes(PROJECT_SCHEME)) return null;
  const folder = await realpath(root);
  const position = findAuthorPosition(stack, folder);
  const path = position === undefined ? undefined : join(folder, position.file);
  if (position === undefined || path === undefined || !files.includes(path)) return null;
  const lines = (await readFile(path, 'utf8').catch(() => '')).split(/\r?\n/);
  if (position.line > lines.length) return null;
  const first = Math.max(1, position.line - AROUND);
  return { ...position, first_line: first, lines: lines.slice(first - 1, position.line + AROUND) };
}
