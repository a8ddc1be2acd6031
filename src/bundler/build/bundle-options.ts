import type { BuildOptions } from 'esbuild';
import { builtinModules } from 'node:module';
import { join, sep } from 'node:path';
import { PACKAGE_NAME } from '../../foundation/package.ts';

export interface BundlePaths {
  /** The project's folder as a real path, since esbuild refers to files by real paths. */
  readonly root: string;
  /** The module whose exports are the routes, relative to the project. */
  readonly entry: string;
  readonly outDir: string;
  /** How files of other extensions are imported. @defaultValue none is */
  readonly loaders?: ProjectLoaders | undefined;
  /** Absolute files of `wfkit`, `wfkit/runtime` and `wfkit/decorators`, by specifier. */
  readonly aliases: Readonly<Record<string, string>>;
}

/** Name that esbuild gives the generated entry. */
export const ENTRY_STUB = 'wf-bundle-entry.js';

/** Files that can be imported as text; their declarations stand in the SDK's `text-files.d.ts`. */
const TEXT_LOADERS = {
  '.csv': 'text',
  '.ejs': 'text',
  '.hbs': 'text',
  '.html': 'text',
  '.liquid': 'text',
  '.md': 'text',
  '.prompt': 'text',
  '.sql': 'text',
  '.txt': 'text',
  '.yaml': 'text',
  '.yml': 'text',
} satisfies BuildOptions['loader'];

/** How files are imported, by extension. */
export type ProjectLoaders = Readonly<Record<string, 'text' | 'bytes' | 'json'>>;

/** Returns esbuild's loaders: wf's own, and over them those of the project file. */
export function loadersOf(given: ProjectLoaders = {}) {
  const entries = Object.entries(given).map(
    ([extension, kind]) => [extension, kind === 'bytes' ? 'binary' : kind] as const,
  );
  return { ...TEXT_LOADERS, ...Object.fromEntries(entries) } satisfies BuildOptions['loader'];
}

/** Modules of Node below another one: esbuild takes those that it does not know, as `readline/promises`, for packages. */
export const NODE_SUBPATHS = builtinModules.filter((name) => /^[a-z].*\//.test(name) && !name.startsWith('node:'));

/**
 * Returns the options of every bundle of a workflow, deployed or not: one module that includes the SDK and the runtime.
 */
export function bundleOptions({ root, entry, outDir, aliases, loaders }: BundlePaths) {
  return {
    absWorkingDir: root,
    stdin: { contents: stubSource(entry), resolveDir: root, sourcefile: ENTRY_STUB, loader: 'js' },
    outfile: join(outDir, 'workflow.mjs'),
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    external: [...NODE_SUBPATHS],
    format: 'esm',
    target: 'node24',
    charset: 'utf8',
    // Code may use the name of a function or class, for example as a tool's: it is the same built and from source.
    keepNames: true,
    loader: loadersOf(loaders),
    banner: { js: NODE_BANNER },
    sourcesContent: false,
    logLevel: 'silent',
    alias: { ...aliases },
  } satisfies BuildOptions;
}

/**
 * Bundled CommonJS packages use these names, which do not exist in a module. The import's name is long, so that it does
 * not collide with a minified one.
 */
export const NODE_BANNER =
  "import{createRequire as __wfCreateRequire}from'node:module';" +
  'const require=__wfCreateRequire(import.meta.url),__filename=import.meta.filename,__dirname=import.meta.dirname;';

/** The stub imports the runtime and the workflow together, so that the bundle contains one SDK. */
function stubSource(entry: string): string {
  const specifier = entrySpecifier(entry);
  return [
    `import * as workflow from ${JSON.stringify(specifier)};`,
    `import { createWorkflowApp } from '${PACKAGE_NAME}/runtime';`,
    `export const createApp = (options) => createWorkflowApp(workflow, options);`,
    `export const exportNames = Object.keys(workflow);`,
  ].join('\n');
}

/** Returns the specifier by which a generated entry imports the author's entry. */
export function entrySpecifier(entry: string): string {
  return `./${entry.split(sep).join('/').replace(/^\.\//, '')}`;
}
