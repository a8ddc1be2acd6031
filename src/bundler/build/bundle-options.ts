import type { BuildOptions } from 'esbuild';
import { join, sep } from 'node:path';
import { PACKAGE_NAME } from '../../errors/package-name.ts';

export interface BundlePlaces {
  /** The project's folder; a real path, since esbuild names files by theirs. */
  readonly root: string;
  /** The module whose exports are the routes, relative to the project. */
  readonly entry: string;
  readonly outDir: string;
  /** What `wfkit`, `wfkit/runtime` and `wfkit/decorators` mean: specifier to absolute file. */
  readonly aliases: Readonly<Record<string, string>>;
}

/** Name that esbuild gives the generated entry. */
export const ENTRY_STUB = 'wf-bundle-entry.js';

/** Returns the options of every bundle of a workflow, deployed or not: one module that includes the SDK and the runtime. */
export function bundleOptions({ root, entry, outDir, aliases }: BundlePlaces) {
  return {
    absWorkingDir: root,
    stdin: { contents: stubSource(entry), resolveDir: root, sourcefile: ENTRY_STUB, loader: 'js' },
    outfile: join(outDir, 'workflow.mjs'),
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    charset: 'utf8',
    banner: { js: NODE_BANNER },
    sourcesContent: false,
    logLevel: 'silent',
    alias: { ...aliases },
  } satisfies BuildOptions;
}

/**
 * Required CommonJS packages look for these names, which a module does not have. The import's name is long because a
 * short one would meet a minified one.
 */
export const NODE_BANNER =
  "import{createRequire as __wfCreateRequire}from'node:module';" +
  'const require=__wfCreateRequire(import.meta.url),__filename=import.meta.filename,__dirname=import.meta.dirname;';

/** One file contains one SDK because the stub imports the runtime next to the workflow; the loader does not bring its own. */
function stubSource(entry: string): string {
  const specifier = entrySpecifier(entry);
  return [
    `import * as workflow from ${JSON.stringify(specifier)};`,
    `import { createWorkflowApp } from '${PACKAGE_NAME}/runtime';`,
    `export const createApp = (options) => createWorkflowApp(workflow, options);`,
    `export const exportNames = Object.keys(workflow);`,
  ].join('\n');
}

/** Returns the specifier by which a generated entry imports the author's. */
export function entrySpecifier(entry: string): string {
  return `./${entry.split(sep).join('/').replace(/^\.\//, '')}`;
}
