import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** Folder next to a bundle with the files that it carries. */
export const FILES_FOLDER = 'files';

/** A file that travels with a bundle. */
export interface CarriedFile extends FoundFile {
  readonly bytes: Uint8Array;
  /** SHA-256 of the bytes, in hex. */
  readonly sha256: string;
}

/** A file to carry: where it is, and where it goes. */
export interface FoundFile {
  /** Absolute, real path. */
  readonly source: string;
  /** Path below the files' folder, with forward slashes. */
  readonly path: string;
}

/** Reads a file once: hash and bytes belong together, even if it changes meanwhile. */
export async function readCarriedFile({ source, path }: FoundFile): Promise<CarriedFile> {
  const bytes = await readFile(source);
  return { source, path, bytes, sha256: hash('sha256', bytes) };
}
