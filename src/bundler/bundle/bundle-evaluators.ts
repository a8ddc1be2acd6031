import { hash } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { BuildWarning } from '../../foundation/build-warning.ts';
import { PACKAGE_NAME } from '../../foundation/package.ts';
import { replaceFile } from '../../foundation/replace-file.ts';
import { isBuildFailure, toBuildError, toBuildWarnings } from '../build/to-build-error.ts';
import { buildOneModule, type OneModuleOptions } from '../build/build-one-module.ts';
import { bundleOptions, type BundlePaths } from '../build/bundle-options.ts';
import { guardFiles } from '../build/guard-files.ts';
import { requireReadable } from '../build/require-entry.ts';
import { openFileDoor } from '../files/file-door.ts';
import { packageFolderOf } from '../files/package-folder.ts';
import { tolerateMissing } from '../packages/tolerate-missing.ts';
import { resolveSdk } from '../sdk-package/resolve-sdk.ts';

export interface BundleEvaluatorsOptions extends Omit<BundlePaths, 'entry'> {
  /** Files that export evaluators, relative to the project, with forward slashes, sorted. */
  readonly files: readonly string[];
}

/** The file that the code of a project was bundled into. */
export interface EvaluatorBundle {
  /** Absolute path of `workflow.mjs` or `evaluators.mjs`. */
  readonly code: string;
  /** SHA-256 of the code, in hex. */
  readonly sha256: string;
  /** Size of the code in bytes. */
  readonly size: number;
  readonly warnings: readonly BuildWarning[];
}

export const EVALUATOR_BUNDLE = 'evaluators.mjs';

/**
 * Bundles the project's evaluators into a separate file: changing an evaluator does not change the workflow's bundle,
 * so the answers that are stored under its hash stay valid. The source map is inline, so that errors show file and line
 * wherever the bundle runs.
 *
 * @throws {WF_BUILD_FAILED} when a file does not parse or an import is not found
 */
export async function bundleEvaluators({ files, ...given }: BundleEvaluatorsOptions): Promise<EvaluatorBundle> {
  const root = await realpath(given.root);
  const outDir = resolve(root, relative(given.root, given.outDir));
  const paths = { ...given, root, outDir, entry: files[0] ?? '' };
  const { code, warnings } = await build(paths, files);
  await mkdir(outDir, { recursive: true });
  const file = join(outDir, EVALUATOR_BUNDLE);
  await replaceFile(file, code);
  return { code: file, sha256: hash('sha256', code), size: code.byteLength, warnings };
}

async function build(
  paths: BundlePaths,
  files: readonly string[],
): Promise<Pick<EvaluatorBundle, 'warnings'> & { readonly code: Uint8Array }> {
  const { root } = paths;
  const ownFolders = [...new Set(Object.values(paths.aliases).map(packageFolderOf))];
  const door = await openFileDoor({ root, ownFolders });
  for (const file of files) requireReadable(file, resolve(root, file), door);
  // esbuild loads meanwhile.
  const [plugins, esbuild] = await Promise.all([resolveSdk(paths), import('esbuild')]);
  const options = bundleOptions(paths);
  const guarded = [guardFiles({ ...paths, door }), ...plugins];
  try {
    const build: OneModuleOptions = {
      ...options,
      stdin: { ...options.stdin, contents: stubSource(files) },
      outfile: join(paths.outDir, EVALUATOR_BUNDLE),
      minify: true,
      legalComments: 'none',
      sourcemap: 'inline',
    };
    const { outputFiles, warnings } = await tolerateMissing()(async (more) => {
      const given = { ...build, plugins: [...more, ...guarded] };
      return await buildOneModule(given, { ownFolders, build: async () => await esbuild.build(given) });
    });
    const [file] = outputFiles;
    if (file === undefined) throw new Error('esbuild wrote no file.');
    return { code: file.contents, warnings: toBuildWarnings(warnings) };
  } catch (error) {
    throw isBuildFailure(error) ? toBuildError(error.errors, Object.keys(paths.aliases), paths.root) : error;
  }
}

function stubSource(files: readonly string[]): string {
  const imports = files.map((file, index) => `import * as e${index} from ${JSON.stringify(`./${file}`)};`);
  const modules = files.map((file, index) => `${JSON.stringify(file)}: e${index}`);
  return [
    ...imports,
    `import { createEvaluatorApp } from '${PACKAGE_NAME}/runtime';`,
    `const modules = { ${modules.join(', ')} };`,
    `export const createApp = (options) => createEvaluatorApp(modules, options);`,
    `export const exportNames = Object.values(modules).flatMap((module) => Object.keys(module));`,
  ].join('\n');
}
