import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../foundation/replace-file.ts';

/**
 * Writes a bundle atomically: each part is written to a temporary file and renamed, so that there is never half a file.
 */
export async function writeBundle(
  outDir: string,
  { code, map }: { readonly code: Uint8Array; readonly map: Uint8Array | null },
): Promise<{ code: string; map: string | null }> {
  await mkdir(outDir, { recursive: true });
  const codeFile = join(outDir, 'workflow.mjs');
  const mapFile = `${codeFile}.map`;
  // Write the map first: new code with an old map would refer to wrong lines.
  await (map === null ? rm(mapFile, { force: true }) : replaceFile(mapFile, map));
  await replaceFile(codeFile, code);
  return { code: codeFile, map: map === null ? null : mapFile };
}
