import { chmod } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { tempFolder } from './temp-folder.ts';

/** Programs for processes of their own. */
export interface BundledPrograms extends AsyncDisposable {
  /** Returns the path of a program by its name. */
  pathOf(this: void, name: string): string;
}

/** Bundles sources below `test`: read file by file, a program needs three times as long to start. */
export async function bundlePrograms(sources: readonly string[]): Promise<BundledPrograms> {
  const folder = await tempFolder();
  // Other users run them, too.
  await chmod(folder.root, 0o755);
  await build({
    entryPoints: sources.map((source) => resolve(import.meta.dirname, '..', source)),
    outdir: folder.root,
    entryNames: '[name]',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    external: ['pg-native', 'cloudflare:sockets'],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'error',
  });
  return {
    pathOf: (name) => join(folder.root, `${name}.mjs`),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}
