import { relative, resolve, sep } from 'node:path';
import { isInside, packageFolderOf } from '../files/package-folder.ts';

export interface SourceMapFolders {
  readonly root: string;
  /** Where the source map will lie: its sources are relative to that. */
  readonly outDir: string;
  readonly aliases: Readonly<Record<string, string>>;
}

/**
 * Names the sources of the running `wf` package by what they are instead of where they lie, so that a source map, too,
 * is the same on every machine.
 */
export function toPortableSourceMap(map: Uint8Array, { root, outDir, aliases }: SourceMapFolders): Uint8Array {
  // esbuild wrote it a moment ago, in the format every reader of source maps expects.
  const parsed = JSON.parse(Buffer.from(map).toString()) as { sources: string[] };
  const packages = [...new Set(Object.values(aliases).map((file) => packageFolderOf(file)))];
  const sources = parsed.sources.map((source) => {
    const file = resolve(outDir, source);
    const home = isInside(root, file) ? undefined : packages.find((folder) => isInside(folder, file));
    return home === undefined ? source : `wf:///${relative(home, file).split(sep).join('/')}`;
  });
  return Buffer.from(JSON.stringify({ ...parsed, sources }));
}
