import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/** Files with variables of a project, the strongest last: `.env.local` is one person's. */
export const VARIABLE_FILES: readonly string[] = ['.env', '.env.local'];

/** More than any file of variables has. */
const MAX_BYTES = 1024 * 1024;

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Lists the names that a folder's `.env` files have, to show them before anything is taken. Reads regular files only, since
 * the folder may be anybody's.
 */
export function listVariableNames(root: string): string[] {
  const names = VARIABLE_FILES.flatMap((name) => Object.keys(parseEnv(readSmall(join(root, name)))));
  return [...new Set(names)].filter((name) => NAME.test(name)).toSorted();
}

function readSmall(file: string): string {
  try {
    const found = statSync(file);
    return found.isFile() && found.size <= MAX_BYTES ? readFileSync(file, 'utf8') : '';
  } catch {
    // There is none, or it cannot be read.
    return '';
  }
}
