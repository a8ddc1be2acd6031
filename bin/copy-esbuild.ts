import { copyFile, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import type { BuiltFiles } from './write-licences.ts';

const LIBRARY = 'node_modules/esbuild/lib/main.js';

/**
 * Copies esbuild's library into the package, unchanged. npm installs its program, a package for each platform, which
 * needs no install script. esbuild's own package has one, and package managers refuse or ask: `pnpm add` fails.
 *
 * The library looks for the program from its own file, which must be called `lib/main.js`.
 */
export async function copyEsbuild(root: string, outdir: string): Promise<BuiltFiles> {
  const source = join(root, LIBRARY);
  const copy = join(outdir, 'esbuild', 'lib', 'main.js');
  await mkdir(join(outdir, 'esbuild', 'lib'), { recursive: true });
  await writeFile(join(outdir, 'esbuild', 'package.json'), '{"type":"commonjs"}\n');
  await copyFile(source, copy);
  const { size } = await stat(source);
  return { [copy]: { inputs: { [LIBRARY]: { bytesInOutput: size } } } };
}

/** Imports the copy by its name in the `imports` of package.json, from any folder of `dist`. */
export function copiedEsbuildPlugin(): Plugin {
  return {
    name: 'copied-esbuild',
    setup(build) {
      build.onResolve({ filter: /^esbuild$/ }, () => ({ path: '#esbuild', external: true }));
    },
  };
}
