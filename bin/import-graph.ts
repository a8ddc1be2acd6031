import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type BuildOptions, type Metafile } from 'esbuild';

/** Returns whether a module is cheap enough for the file that every command loads. */
export type IsLight = (file: string) => boolean;

/** Packages, or parts of them, that are allowed there: loading them does no work. */
const LIGHT_PACKAGES = new Set([
  '@oclif/core',
  'eventsource-parser',
  'fastest-levenshtein',
  'get-east-asian-width',
  'p-map',
  'string-width',
  'undici',
  'zod',
]);
/** Packages that have files of their own. */
const INSTALLED = new Set(['esbuild']);
const LIGHT_BYTES = 290_000;

/**
 * Reads the graph of value imports and classifies modules: a module is heavy if its static imports reach a package or a
 * lot of code.
 *
 * @param options - the build's options: its entries, and the plugins that replace modules
 */
export async function readImportGraph(root: string, options: BuildOptions): Promise<IsLight> {
  const { metafile } = await build({ ...options, packages: 'external', write: false, metafile: true });
  const verdicts = new Map<string, boolean>();
  return (file) => {
    const path = resolve(root, file);
    const known = verdicts.get(path);
    const verdict = known ?? isLight(root, path, metafile.inputs);
    verdicts.set(path, verdict);
    return verdict;
  };
}

function isLight(root: string, file: string, inputs: Metafile['inputs']): boolean {
  const byPath = new Map(Object.entries(inputs).map(([path, input]) => [resolve(root, path), input]));
  const seen = new Set([file]);
  let bytes = 0;
  for (const path of seen) {
    const input = byPath.get(path);
    if (input === undefined) return false;
    bytes += statSync(path).size;
    for (const { path: target, kind, external } of input.imports) {
      // `<runtime>` is a helper of a few lines that esbuild adds for newer syntax.
      if (target === '<runtime>' || target.startsWith('builtin-')) continue;
      if (kind === 'dynamic-import' && INSTALLED.has(target)) continue;
      // Includes dynamic imports of packages: only our own modules can be left out of the file, so it would contain the
      // package.
      if (external && !LIGHT_PACKAGES.has(packageOf(target)) && !LIGHT_PACKAGES.has(target)) return false;
      if (kind === 'dynamic-import') continue;
      if (!external) seen.add(join(root, target));
    }
  }
  return bytes <= LIGHT_BYTES;
}

/** `@oclif/core/flags` → `@oclif/core`. */
function packageOf(target: string): string {
  return target.split('/', target.startsWith('@') ? 2 : 1).join('/');
}
