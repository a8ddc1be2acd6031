import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { replaceFile } from '../../foundation/replace-file.ts';
import { type CarriedFile, FILES_FOLDER } from './carried-file.ts';

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
