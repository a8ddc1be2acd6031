/** Builds the published package: node bin/build.ts */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import { helpFile } from '../src/cli/start/read-help-page.ts';
import { buildPlayground } from './build-playground.ts';
import { buildReport } from './build-report.ts';
import { buildProgram } from './build-program.ts';
import { copyEsbuild } from './copy-esbuild.ts';
import { renderHelp } from './render-help.ts';
import { writeReference } from './write-reference.ts';
import { type BuiltFiles, packagesIn, writeLicences } from './write-licences.ts';
import { writeSbom } from './write-sbom.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
// Build in a temporary folder, then rename it: a failed or concurrent build leaves the old one intact.
const dist = join(root, 'node_modules', '.cache', `wf-build-${process.pid}`);

const COMMON: BuildOptions = {
  absWorkingDir: root,
  outdir: dist,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  minify: true,
  // An uncaught error prints its source line, so no line may contain a whole program.
  lineLimit: 160,
  // All licences are in one file.
  legalComments: 'none',
  jsx: 'automatic',
  define: {
    'process.env.NODE_ENV': '"production"',
    'process.env.DEV': 'undefined',
    'process.env.WF_BUILD_COMMIT': JSON.stringify(await readCommit()),
  },
  logLevel: 'warning',
};

const parts = [
  buildProgram(root, dist, COMMON),
  buildLibrary(),
  buildPlayground(root, dist),
  buildReport(root, dist),
  copyEsbuild(root, dist),
  writeTypes(),
  writeHelp(),
  writeReference(dist),
] as const;
try {
  const [program, library, page, report, esbuild] = await Promise.all(parts);
  const outputs = { ...program, ...library, ...page, ...report, ...esbuild };
  await writeLicences(root, join(dist, 'THIRD-PARTY-LICENCES.txt'), outputs);
  await writeSbom(root, join(dist, 'sbom.cdx.json'), outputs);
  await writeContents(outputs);
  await putInPlace();
} finally {
  // Wait for all writers, or the removal fails and hides the first error.
  await Promise.allSettled(parts);
  await rm(dist, { recursive: true, force: true });
}

/** A package that is built outside of a repository names no commit. */
async function readCommit(): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: root });
    return stdout.trim();
  } catch {
    return null;
  }
}

/**
 * The modules that authors import. They become part of bundles, with the author's zod, also on platforms other than
 * Node.
 */
async function buildLibrary(): Promise<Metafile['outputs']> {
  const { metafile } = await build({
    ...COMMON,
    metafile: true,
    entryPoints: {
      sdk: 'src/sdk/index.ts',
      decorators: 'src/sdk/decorators.ts',
      runtime: 'src/runtime/index.ts',
      'sample-workflow': 'src/runtime/sample/sample-workflow.ts',
      'target-node': 'src/runtime/targets/node-server.ts',
      'target-lambda': 'src/runtime/targets/lambda-handler.ts',
      'target-cloudflare': 'src/runtime/targets/worker.ts',
    },
    chunkNames: 'library/[name]-[hash]',
    external: ['zod'],
  });
  return metafile.outputs;
}

async function writeTypes(): Promise<void> {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const project = join(root, 'bin', 'tsconfig.types.json');
  try {
    await promisify(execFile)(process.execPath, [tsc, '-p', project, '--outDir', join(dist, 'types')]);
  } catch (error) {
    // tsc reports errors on stdout.
    throw new Error(`tsc: ${(error as { stdout?: string }).stdout ?? ''}`, { cause: error });
  }
  const sdk = join(dist, 'types', 'src', 'sdk');
  await copyFile(join(root, 'src', 'sdk', 'text-files.d.ts'), join(sdk, 'text-files.d.ts'));
  await prepend(join(sdk, 'index.d.ts'), '/// <reference path="./text-files.d.ts" />');
  // `AsyncDisposable` is not in the standard library that authors' projects select.
  await prepend(join(dist, 'types', 'src', 'runtime', 'index.d.ts'), '/// <reference lib="esnext.disposable" />');
  await writeCommonJsTypes();
}

/** TypeScript before 5.8 refuses to import the types of an ES module in CommonJS, although Node can load one. */
async function writeCommonJsTypes(): Promise<void> {
  const folder = join(dist, 'commonjs-types');
  await cp(join(dist, 'types'), folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
  // A program that has modules of both kinds declares these files once.
  const texts = join('src', 'sdk', 'text-files.d.ts');
  await writeFile(join(folder, texts), '/// <reference path="../../../types/src/sdk/text-files.d.ts" />\n');
}

async function prepend(file: string, line: string): Promise<void> {
  await writeFile(file, `${line}\n${await readFile(file, 'utf8')}`);
}

async function writeHelp(): Promise<void> {
  const pages = await renderHelp(root);
  await mkdir(join(dist, 'help'), { recursive: true });
  for (const [id, text] of pages) await writeFile(join(dist, helpFile(id)), text);
}

/** Lists the packages in each built file, for tests of what is loaded and published. */
async function writeContents(outputs: BuiltFiles): Promise<void> {
  const contents = Object.entries(outputs).map(([path, { inputs }]) => [
    join('dist', relative(dist, resolve(root, path))),
    packagesIn(inputs),
  ]);
  await writeFile(join(dist, '..', 'wf-build.json'), JSON.stringify(Object.fromEntries(contents)));
}

async function putInPlace(): Promise<void> {
  const old = `${dist}-old`;
  if (existsSync(join(root, 'dist'))) await rename(join(root, 'dist'), old);
  await rename(dist, join(root, 'dist'));
  await rm(old, { recursive: true, force: true });
}
