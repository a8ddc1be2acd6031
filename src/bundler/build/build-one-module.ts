import type { BuildOptions, BuildResult, Metafile, OutputFile, Plugin } from 'esbuild';
import { basename, dirname, join, resolve } from 'node:path';
import { isInside } from '../files/package-folder.ts';

/** Options of a bundle that is one module: `outfile`, or the only entry of `outdir`. */
export interface OneModuleOptions extends BuildOptions {
  readonly write: false;
  readonly metafile: true;
}

export type OneModuleResult = BuildResult<{ write: false; metafile: true }>;

/**
 * Bundles, split or into one module, so that modules are evaluated in the order of their imports. Chunks of a split bundle
 * are in order already.
 */
export async function buildInOrder(options: OneModuleOptions, given: OneModuleBuild): Promise<OneModuleResult> {
  if (options.splitting !== true) return await buildOneModule(options, given);
  const result = given.looked?.isSame === true ? given.looked.result : await given.build();
  const kept = keepRequired(result, options);
  return kept === null ? result : await (await import('esbuild')).build(kept);
}

/**
 * Bundles into one module that evaluates modules in the order of their imports.
 *
 * esbuild evaluates what any `import()` reaches at its first use. It then omits that use where a package without side
 * effects re-exports the module, so that code runs before what it imports. Code with a lazy import is therefore split,
 * which esbuild orders correctly, and the chunks are joined.
 */
export async function buildOneModule(
  options: OneModuleOptions,
  { ownFolders, looked = null, build }: OneModuleBuild,
): Promise<OneModuleResult> {
  const result = looked?.result ?? (await build());
  const root = options.absWorkingDir ?? '';
  const isOwn = (input: string) => ownFolders.some((folder) => isInside(folder, resolve(root, input)));
  const kept = keepRequired(result, options);
  if (importsLazily(result.metafile, isOwn)) return await joinChunks(await buildChunks(kept ?? options), options);
  if (kept !== null) return await (await import('esbuild')).build(kept);
  return looked?.isSame === false ? await build() : result;
}

/**
 * Returns options that keep what code without side effects would lose, if `require` leads to a module of it; `null`: it does not.
 *
 * esbuild evaluates a module that is required at its first use, too, and splitting does not change that. Only where it takes no
 * code for free of side effects, each use stays. Few packages require modules, which Node has not allowed for long.
 */
function keepRequired<Options extends BuildOptions>(
  { metafile: { inputs } }: Pick<OneModuleResult, 'metafile'>,
  options: Options,
): (Options & { readonly ignoreAnnotations: true }) | null {
  const isRequired = Object.values(inputs).some(({ imports }) =>
    imports.some(({ kind, path }) => kind === 'require-call' && inputs[path]?.format === 'esm'),
  );
  return isRequired ? { ...options, ignoreAnnotations: true } : null;
}

interface OneModuleBuild {
  /** Folders of the running package, whose lazy imports reach nothing else. */
  readonly ownFolders: readonly string[];
  /** What `build` returned before for the same sources. */
  readonly looked?: Looked<OneModuleResult> | null;
  /** Bundles with the options, in any order. */
  readonly build: () => Promise<OneModuleResult>;
}

/** A bundle that was built to be looked at. */
export interface Looked<Result> {
  readonly result: Result;
  /** Whether it was built with the same options. */
  readonly isSame: boolean;
}

function importsLazily({ inputs }: Metafile, isOwn: (input: string) => boolean): boolean {
  return Object.entries(inputs).some(
    ([input, { imports }]) =>
      imports.some(({ kind, external }) => kind === 'dynamic-import' && external !== true) && !isOwn(input),
  );
}

/** The banner belongs to the joined module. */
async function buildChunks(options: OneModuleOptions): Promise<OneModuleResult> {
  const { build } = await import('esbuild');
  const { outfile: _, banner: _banner, ...kept } = options;
  const file = outputFile(options);
  return await build({
    ...kept,
    outdir: dirname(file),
    entryNames: basename(file, '.mjs'),
    chunkNames: 'chunk-[hash]',
    outExtension: { '.js': '.mjs' },
    splitting: true,
    sourcemap: 'external',
  });
}

/** Joins the chunks of a split bundle. They are compiled: what concerns the sources does not apply to them. */
async function joinChunks(chunks: OneModuleResult, options: OneModuleOptions): Promise<OneModuleResult> {
  const { build } = await import('esbuild');
  const { stdin: _, alias: _alias, define: _define, loader: _loader, external: _external, ...kept } = options;
  const { outputFiles } = await build({
    ...kept,
    entryPoints: [outputFile(options)],
    packages: 'bundle',
    keepNames: false,
    plugins: [readChunks(chunks.outputFiles)],
  });
  const others = chunks.outputFiles.filter(({ path }) => !/\.mjs(\.map)?$/.test(path));
  return { ...chunks, outputFiles: [...outputFiles, ...others] };
}

function outputFile({ outfile, outdir = '', entryNames = '' }: BuildOptions): string {
  return outfile ?? join(outdir, `${entryNames}.mjs`);
}

/** Reads chunks from memory. Everything else that they import was left out of the bundle. */
function readChunks(outputs: readonly OutputFile[]): Plugin {
  const files = new Map(outputs.map((output) => [output.path, output]));
  return {
    name: 'wf-join-chunks',
    setup(build) {
      build.onResolve({ filter: /.*/ }, ({ path, resolveDir, kind }) => {
        const file = kind === 'entry-point' ? path : resolve(resolveDir, path);
        return files.has(file) && file.endsWith('.mjs') ? { path: file } : { path, external: true };
      });
      build.onLoad({ filter: /.*/ }, ({ path }) => {
        const map = files.get(`${path}.map`);
        return { contents: `${files.get(path)?.text ?? ''}${map === undefined ? '' : inlineMap(map)}`, loader: 'js' };
      });
    },
  };
}

function inlineMap({ contents }: OutputFile): string {
  return `\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(contents).toString('base64')}`;
}
