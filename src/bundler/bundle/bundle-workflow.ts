import type { BuildOptions, BuildResult } from 'esbuild';
import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { describeMessage, toBuildError } from '../build/to-build-error.ts';
import { bundleOptions, ENTRY_STUB } from '../build/bundle-options.ts';
import { isBuildFailure } from '../build/is-build-failure.ts';
import { ownLinesComment } from '../source-map/own-lines.ts';
import { requireEntry } from '../build/require-entry.ts';
import { resolveSdk } from '../sdk-package/resolve-sdk.ts';
import { toPortableSourceMap } from '../source-map/to-portable-source-map.ts';
import { writeBundle } from '../files/write-bundle.ts';

export interface BundleWorkflowOptions {
  /** The project's folder. */
  readonly root: string;
  /** The module whose exports are the routes, relative to the project. */
  readonly entry: string;
  /** Where `workflow.mjs` and `workflow.mjs.map` go; made when it does not exist. */
  readonly outDir: string;
  /** What `wfkit`, `wfkit/runtime` and `wfkit/decorators` mean: specifier to absolute file. */
  readonly aliases: Readonly<Record<string, string>>;
  /** @defaultValue `true` */
  readonly sourcemap?: boolean;
}

export interface WorkflowBundle {
  /** Absolute path of `workflow.mjs`. */
  readonly code: string;
  /** Absolute path of the source map, unless none was asked for. */
  readonly map: string | null;
  /** SHA-256 of the code, in hex. */
  readonly sha256: string;
  /** Bytes of code. */
  readonly size: number;
  /** Every file that went into the bundle, relative to the project, sorted. */
  readonly inputs: readonly string[];
  /** What esbuild found odd, one line each. */
  readonly warnings: readonly string[];
}

/**
 * Bundles a workflow and everything it imports, the SDK and the runtime included, into one file. The same sources give
 * the same bytes, wherever the project lies.
 *
 * @throws {UserError} WF_BUILD_FAILED when the entry is missing, a file does not parse or an import is not found
 */
export async function bundleWorkflow(options: BundleWorkflowOptions): Promise<WorkflowBundle> {
  await requireEntry(options.root, options.entry);
  const places = await withoutSymlinks(options);
  const result = await runEsbuild(places);
  const bare = outputOf(result, '.mjs');
  const map = options.sourcemap === false ? null : toPortableSourceMap(outputOf(result, '.map'), places);
  const code = map === null ? bare : Buffer.concat([bare, ownLines(map, places)]);
  const written = await writeBundle(places.outDir, { code, map });
  return {
    ...written,
    sha256: createHash('sha256').update(code).digest('hex'),
    size: code.byteLength,
    inputs: Object.keys(result.metafile.inputs)
      .filter((input) => input !== ENTRY_STUB)
      .toSorted(),
    warnings: result.warnings.map(describeMessage),
  };
}

function ownLines(map: Uint8Array, { root, outDir }: BundleWorkflowOptions): Uint8Array {
  return Buffer.from(ownLinesComment({ map, root, outDir, stub: ENTRY_STUB }));
}

type Built = BuildResult<{ write: false; metafile: true }>;

/** esbuild names files by their real paths; relative ones come out right only from a real root. */
async function withoutSymlinks(options: BundleWorkflowOptions): Promise<BundleWorkflowOptions> {
  const root = await realpath(options.root);
  return { ...options, root, outDir: resolve(root, relative(options.root, options.outDir)) };
}

function buildOptions({ sourcemap = true, ...places }: BundleWorkflowOptions) {
  return {
    ...bundleOptions(places),
    minify: true,
    legalComments: 'none',
    // Its whole map stays beside it; inside it go the author's own lines.
    sourcemap: sourcemap ? 'external' : false,
  } satisfies BuildOptions;
}

async function runEsbuild(places: BundleWorkflowOptions): Promise<Built> {
  const [{ build }, plugins] = await Promise.all([import('esbuild'), resolveSdk(places)]);
  try {
    return await build({ ...buildOptions(places), plugins });
  } catch (error) {
    throw isBuildFailure(error) ? toBuildError(error.errors, Object.keys(places.aliases)) : error;
  }
}

function outputOf(result: Built, extension: string): Uint8Array {
  const file = result.outputFiles.find(({ path }) => path.endsWith(extension));
  if (file === undefined) throw new Error(`esbuild wrote no ${extension} file.`);
  return file.contents;
}
