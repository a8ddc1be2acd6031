import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleTarget, type TargetBundle } from '../../bundler/targets/bundle-target.ts';
import { TARGETS } from '../../bundler/targets/targets.ts';
import type { BuildEvent } from '../../contract/develop/deploy-result.ts';
import type { Manifest } from '../../contract/deployments/route-schema.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import type { PackageCpu, StartOptions } from '../../bundler/targets/target.ts';
import { NO_PACKAGE_RULES } from '../../bundler/packages/mark-external.ts';
import { createSandbox, type Sandbox } from '../../sandbox/create-sandbox.ts';
import { installPackages } from '../../sandbox/packages/install-packages.ts';
import type { PackageList, PackagePlatform } from '../../sandbox/packages/package-list.ts';
import { buildWorkflow, type BuildWorkflowOptions, openBuildFolder, withPlaceholders } from './build-workflow.ts';
import { readVariables } from '../serve/read-variables.ts';
import { MANIFEST_FILE, openResultFolder } from './artifact/open-result-folder.ts';
import { packagePaths } from '../package-paths.ts';

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
  ...given
}: BuildTargetOptions): Promise<BuiltTarget> {
  // One for both processes: finding out what the machine permits takes a moment.
  const { sandbox = createSandbox() } = given;
  const options = { ...given, sandbox };
  const target = TARGETS[name];
  const dir = outDir ?? join(options.dataDir, 'build', name);
  // Before anything else is written: the project's folder is its user's alone, and may be a link that somebody planted.
  await openBuildFolder(options.dataDir, true);
  await using folder = await openResultFolder(dir);
  const { onEvent = () => {} } = options;
  // The platform's own bundle has its own warnings.
  const onBuild = (event: BuildEvent) => (event.type === 'warning-found' ? undefined : onEvent(event));
  const building = buildWorkflow({ ...options, onEvent: onBuild, isKept: true });
  const { app, files: patterns = [], packages = NO_PACKAGE_RULES } = options;
  const { aliases, targetRuntimes } = packagePaths();
  const runtime = targetRuntimes[target.runtime];
  const bundling = bundleTarget({ ...options, patterns, packages, cpu, target, aliases, runtime });
  const ready = Promise.all([building, bundling]).then(async ([{ manifest }, bundle]) => {
    const files = new Map([...bundle.files, [MANIFEST_FILE, toJson(manifest)] as const]);
    await folder.write(files, await installFor(bundle.packages, null, options));
    return files;
  });
  // The process that starts the result starts meanwhile.
  const starting = toStartOptions(options, folder.prepared, ready).then(target.start);
  const all = [building, bundling, ready, starting] as const;
  await Promise.allSettled(all);
  // The first that failed: what is wrong with the workflow itself comes before the rest.
  const [{ manifest }, bundle, files, started] = await Promise.all(all);
  await folder.publish(await installFor(bundle.packages, target.platform?.(cpu) ?? null, options));
  const { sha256, size, gzipSize } = bundle;
  const warnings = [...bundle.warnings, ...started];
  for (const warning of warnings) onEvent({ type: 'warning-found', ...warning });
  const nextSteps = target.nextSteps(dir, { app, sha256 });
  const paths = [...files.keys()].toSorted();
  return { target: name, manifest, dir, files: paths, sha256, size, gzipSize, warnings, nextSteps };
}

function toJson(value: unknown): Uint8Array {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}

async function toStartOptions(
  options: BuildWorkflowOptions & { readonly sandbox: Sandbox },
  folder: string,
  ready: StartOptions['ready'],
): Promise<StartOptions> {
  const { root, entry, sandbox, packages = NO_PACKAGE_RULES } = options;
  const given = options.variables ?? (await readVariables(options.variableSource ?? { root, taken: [] }));
  const packagesFolder = packages.external.length === 0 ? null : packagesOf(options);
  if (packagesFolder !== null) await mkdir(packagesFolder, { recursive: true });
  const child = {
    sandbox,
    childScript: packagePaths().describeScript,
    packages: packagesFolder === null ? null : await realpath(packagesFolder),
  };
  return { root: await realpath(root), entry, folder, ready, variables: withPlaceholders(given), child };
}

function packagesOf({ dataDir }: Pick<BuildWorkflowOptions, 'dataDir'>): string {
  return join(dataDir, 'packages');
}

/** @param machine - the machine that they are for; `null`: this one */
async function installFor(
  list: PackageList | null,
  machine: PackagePlatform | null,
  options: BuildWorkflowOptions,
): Promise<string | null> {
  if (list === null) return null;
  if (machine !== null) requireNoScripts(list, machine);
  const folder = packagesOf(options);
  return await installPackages({ list, folder, platform: machine, settingsFolder: options.root });
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
