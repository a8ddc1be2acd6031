import { hash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { replaceFile } from '../../foundation/replace-file.ts';
import { FILES_FOLDER } from '../../foundation/working-folder.ts';

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

/** Stands for the folder above, so that files outside the project have a place below the files' folder, too. */
const ABOVE = '_';

/**
 * Returns where a file of the project, or of a package around it, goes below the files' folder. It depends on where the
 * file is relative to the project, not on where the project is: the same sources yield the same paths.
 */
export function toCarriedPath(root: string, file: string): string {
  const steps = relative(root, file).split(sep);
  return steps.map((step) => (step === '..' ? ABOVE : step)).join('/');
}

/** Makes the files' folder next to a bundle have exactly these files. Unchanged files are not written again. */
export async function writeCarriedFiles(outDir: string, files: readonly CarriedFile[]): Promise<void> {
  const folder = join(outDir, FILES_FOLDER);
  const wanted = new Set(files.map(({ path }) => path));
  const present = await listPaths(folder);
  const surplus = present.filter((path) => !wanted.has(path));
  await Promise.all(surplus.map(async (path) => await rm(join(folder, path), { force: true })));
  for (const { path, bytes } of files) {
    const file = join(folder, path);
    const old = await readFile(file).catch(() => null);
    if (old?.equals(bytes) === true) continue;
    await mkdir(dirname(file), { recursive: true });
    await replaceFile(file, bytes);
  }
  if (files.length === 0) await rm(folder, { recursive: true, force: true });
}

async function listPaths(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}
