import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';

/**
 * Writes a bundle so that a reader, or a crash, never meets half a file: each part is written beside its place and
 * renamed into it.
 */
export async function writeBundle(
  outDir: string,
  { code, map }: { readonly code: Uint8Array; readonly map: Uint8Array | null },
): Promise<{ code: string; map: string | null }> {
  await mkdir(outDir, { recursive: true });
  const codeFile = join(outDir, 'workflow.mjs');
  const mapFile = `${codeFile}.map`;
  // The map first: new code with an old map would point at wrong lines.
  await (map === null ? rm(mapFile, { force: true }) : replaceFile(mapFile, map));
  await replaceFile(codeFile, code);
  return { code: codeFile, map: map === null ? null : mapFile };
}

async function replaceFile(file: string, contents: Uint8Array): Promise<void> {
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, contents);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
