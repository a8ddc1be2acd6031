import { describedBy } from '../files/output/output-error.ts';
import { cp, mkdir, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bundleTarget, type TargetBundle } from '../../bundler/targets/bundle-target.ts';
import { TARGETS } from '../../bundler/targets/targets.ts';
import type { BuildEvent } from '../../contract/develop/deploy-result.ts';
import { Manifest } from '../../contract/deployments/route-schema.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import type { PackageCpu, StartOptions, Target } from '../../bundler/targets/target.ts';
import { NO_PACKAGE_RULES } from '../../bundler/packages/mark-external.ts';
import { installPackages } from '../../sandbox/packages/install-packages.ts';
import type { PackageList, PackagePlatform } from '../../sandbox/packages/package-list.ts';
import { buildWorkflow, type BuildWorkflowOptions, withPlaceholders } from './build-workflow.ts';
import { readVariables } from '../serve/read-variables.ts';
import { packagePaths } from '../package-paths.ts';
import { parseJson } from '../../contract/validation/parse-json.ts';

/** Platforms that a workflow can be built for. @source design §5 */
export const BUILD_TARGETS = ['node', 'container', 'cloudflare', 'lambda'] as const;

/** Processors that a platform's packages are installed for, in npm's words. */
export const PACKAGE_CPUS = ['x64', 'arm64'] as const;

export type BuildTarget = (typeof BUILD_TARGETS)[number];

export interface BuildTargetOptions extends BuildWorkflowOptions {
  readonly target: BuildTarget;
  /** Absolute folder for the result; `null`: a folder of the target's name in `.wf/build`. */
  readonly outDir: string | null;
  /** The processor of the machine to build for. @defaultValue the platform's usual one */
  readonly cpu?: PackageCpu | null;
}

export interface BuiltTarget extends Omit<TargetBundle, 'files' | 'packages'> {
  readonly target: BuildTarget;
  readonly manifest: Manifest;
  /** Absolute folder of the result. */
  readonly dir: string;
  /** Files written, relative to it, sorted. */
  readonly files: readonly string[];
  readonly nextSteps: readonly string[];
}

/**
 * Builds a workflow for a platform into its own folder, atomically.
 *
 * @throws {UserError} what `buildWorkflow` throws; WF_BUILD_FAILED for code the platform does not support;
 * WF_FOLDER_NOT_EMPTY when the folder contains anything but an earlier build
 */
export async function buildTarget({
  target: name,
  outDir,
  cpu = null,
  ...options
}: BuildTargetOptions): Promise<BuiltTarget> {
  const target = TARGETS[name];
  const dir = outDir ?? join(options.dataDir, 'build', name);
  await requireOwnFolder(dir);
  const { onEvent = () => {} } = options;
  // The platform's own bundle has its own warnings.
  const onBuild = (event: BuildEvent) => (event.type === 'warning-found' ? undefined : onEvent(event));
  const { manifest } = await buildWorkflow({ ...options, onEvent: onBuild, isKept: true });
  const { app, files: patterns = [], packages = NO_PACKAGE_RULES } = options;
  const { aliases, targetRuntimes } = packagePaths();
  const runtime = targetRuntimes[target.runtime];
  const bundle = await bundleTarget({ ...options, patterns, packages, cpu, target, aliases, runtime });
  const files = new Map([...bundle.files, [MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)] as const]);
  const installed = bundle.packages === null ? null : await installFor(bundle.packages, target, cpu, options);
  const started = (await target.start?.(await startOptions(options, bundle))) ?? [];
  const { sha256, size, gzipSize } = bundle;
  const warnings = [...bundle.warnings, ...started];
  await describedBy(dir)(replaceFolder(dir, files, installed));
  for (const warning of warnings) onEvent({ type: 'warning-found', ...warning });
  const nextSteps = target.nextSteps(dir, { app, sha256 });
  const paths = [...files.keys()].toSorted();
  return { target: name, manifest, dir, files: paths, sha256, size, gzipSize, warnings, nextSteps };
}

async function startOptions(options: BuildWorkflowOptions, { files }: TargetBundle): Promise<StartOptions> {
  const given = options.variables ?? (await readVariables(options.variableSource ?? { root: options.root, taken: [] }));
  return { root: await realpath(options.root), files, variables: withPlaceholders(given) };
}

const MODULES = 'node_modules';

async function installFor(
  list: PackageList,
  { platform }: Target,
  cpu: PackageCpu | null,
  { dataDir, root }: BuildWorkflowOptions,
): Promise<string> {
  const machine = platform?.(cpu) ?? null;
  if (machine !== null) requireNoScripts(list, machine);
  const folder = join(dataDir, 'packages');
  return await installPackages({ list, folder, platform: machine, settingsFolder: root });
}

/** Marks a folder as an earlier build. */
const MANIFEST = 'manifest.json';

async function requireOwnFolder(dir: string): Promise<void> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw refused(`Cannot write ${dir}: ${error.code === 'ENOTDIR' ? 'it is a file' : error.message}.`);
  });
  if (names.length === 0) return;
  const text = await readFile(join(dir, MANIFEST), 'utf8').catch(() => '');
  if (isManifest(text)) return;
  throw refused(`The folder ${dir} contains more than an earlier build: ${names.slice(0, 3).join(', ')}.`);
}

function isManifest(text: string): boolean {
  return Manifest.pick({ format: true }).safeParse(parseJson(text)).success;
}

function refused(message: string): UserError {
  return new UserError({ code: 'WF_FOLDER_NOT_EMPTY', message, nextSteps: ['wf build --target node --output dist'] });
}

/** Writes to a temporary folder and renames it, so that nobody sees half a build. */
async function replaceFolder(
  dir: string,
  files: ReadonlyMap<string, Uint8Array>,
  installed: string | null,
): Promise<void> {
  const temporary = `${dir}.${process.pid}.tmp`;
  const old = `${dir}.${process.pid}.old`;
  try {
    for (const [path, contents] of files) {
      const file = join(temporary, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, contents);
    }
    if (installed !== null) await cp(join(installed, MODULES), join(temporary, MODULES), { recursive: true });
    await rename(dir, old).catch(ignoreMissing);
    await rename(temporary, dir);
  } finally {
    await Promise.all([temporary, old].map(async (folder) => await rm(folder, { recursive: true, force: true })));
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/**
 * Checks that no package of a target has an install script: it builds for the machine that it runs on.
 *
 * @throws {WF_BUILD_FAILED} when one has, and the target runs on another machine
 */
export function requireNoScripts({ scripts }: Pick<PackageList, 'scripts'>, { os, cpu }: PackagePlatform): void {
  const [name] = scripts;
  if (name === undefined || (os === process.platform && cpu === process.arch)) return;
  throw new UserError({
    code: 'WF_BUILD_FAILED',
    message: `The install script of ${name} builds for this machine (${process.platform} ${process.arch}), and the target runs on ${os} ${cpu}.`,
    nextSteps: [`Build on ${os} ${cpu}, for example in a container`],
  });
}
