import { relative, resolve, sep } from 'node:path';
import { isInside, packageFolderOf } from '../files/package-folder.ts';

export interface SourceMapFolders {
  readonly root: string;
  /** Folder of the source map; its sources are relative to it. */
  readonly outDir: string;
  readonly aliases: Readonly<Record<string, string>>;
}

/**
 * Replaces the paths of the running `wf` package's sources by `wf:` URLs, so that the source map is the same on every
 * machine.
 */
export function toPortableSourceMap(map: Uint8Array, { root, outDir, aliases }: SourceMapFolders): Uint8Array {
  // esbuild has just written it, in the standard format.
  const parsed = JSON.parse(Buffer.from(map).toString()) as { sources: string[] };
  const packages = [...new Set(Object.values(aliases).map((file) => packageFolderOf(file)))];
  const sources = parsed.sources.map((source) => {
    const file = resolve(outDir, source);
    const home = isInside(root, file) ? undefined : packages.find((folder) => isInside(folder, file));
    return home === undefined ? source : `wf:///${relative(home, file).split(sep).join('/')}`;
  });
  return Buffer.from(JSON.stringify({ ...parsed, sources }));
}
