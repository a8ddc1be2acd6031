import { readFile } from 'node:fs/promises';
import { isErrnoException } from './errno.ts';

/** Reads a file as text; `null` when there is none. */
export async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isErrnoException(error) && error.code === 'ENOENT') return null;
    throw error;
  }
}
