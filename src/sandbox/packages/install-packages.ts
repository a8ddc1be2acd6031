import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { userError, UserError } from '../../foundation/errors/wf-error.ts';
import type { PackageList, PackagePlatform } from './package-list.ts';
import { execFile } from 'node:child_process';

interface InstallPackagesOptions {
  readonly list: PackageList;
  /** Holds a folder for each list that was installed. */
  readonly folder: string;
  /** @defaultValue this machine */
  readonly platform?: PackagePlatform | null;
  /** Folder whose `.npmrc` names the registry. @defaultValue only the user's settings count */
  readonly settingsFolder?: string | null;
  /** Whether to remove what was not used for a week. A service keeps it: its processes run for longer. @defaultValue true */
  readonly isPruned?: boolean;
  /** Called before anything is fetched. */
  readonly onInstall?: () => void;
}

/**
 * Installs the packages of a list once, by content, with npm. Install scripts run only of the packages that the list names.
 *
 * @throws {WF_BUILD_FAILED} when there is no npm, a package cannot be fetched, or has other content than the list says
 */
export async function installPackages(options: InstallPackagesOptions): Promise<string> {
  const { list, folder, platform = null, settingsFolder = null, isPruned = true, onInstall } = options;
  const target = join(folder, hashOf(list, platform));
  if (existsSync(target)) {
    await touchPackages(target);
    return target;
  }
  const npm = requireNpm(list);
  onInstall?.();
  await mkdir(folder, { recursive: true });
  const temporary = await mkdtemp(join(folder, UNFINISHED));
  try {
    await writePackageFiles(temporary, list);
    if (settingsFolder !== null)
      await copyFile(join(settingsFolder, '.npmrc'), join(temporary, '.npmrc')).catch(ignore);
    await runNpm({ npm, cwd: temporary, list, args: ['ci', '--ignore-scripts', ...toFlags(platform)] });
    const { scripts } = list;
    if (scripts.length > 0) await runNpm({ npm, cwd: temporary, list, args: ['rebuild', ...scripts] });
    await requireListed(temporary, list);
    await rm(join(temporary, '.npmrc'), { force: true });
    await rename(temporary, target);
    if (isPruned) await prunePackages(folder);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(target)) throw error;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  return target;
}

function hashOf(list: PackageList, platform: PackagePlatform | null): string {
  const { os, cpu, libc } = platform ?? { os: process.platform, cpu: process.arch, libc: null };
  return createHash('sha256')
    .update(JSON.stringify([list, os, cpu, libc]))
    .digest('hex')
    .slice(0, 32);
}

async function writePackageFiles(folder: string, { external, scripts, packages }: PackageList): Promise<void> {
  const dependencies = Object.fromEntries(
    external.map((name) => [name, packages[`node_modules/${name}`]?.version ?? '*']),
  );
  const root = { name: 'wf-packages', version: '0.0.0', private: true, dependencies };
  const allowScripts = Object.fromEntries(scripts.map((name) => [name, true]));
  const lock = { ...root, lockfileVersion: 3, requires: true, packages: { '': root, ...packages } };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...root, allowScripts }));
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock));
}

function toFlags(platform: PackagePlatform | null): string[] {
  if (platform === null) return [];
  const { os, cpu, libc } = platform;
  return [`--os=${os}`, `--cpu=${cpu}`, ...(libc === null ? [] : [`--libc=${libc}`])];
}

function ignore(): void {
  // The project has no settings of npm.
}

/**
 * Checks that what a bundle imports was installed, and that each package with native code contains some: without its
 * install script, a package may lack what the script would have downloaded.
 *
 * @throws {WF_BUILD_FAILED} when something is missing
 */
export async function requireListed(folder: string, { external, scripts, packages }: PackageList): Promise<void> {
  for (const name of external) {
    const path = join(folder, 'node_modules', name);
    if (!existsSync(join(path, 'package.json'))) throw missing(name);
    const needsBuild = existsSync(join(path, 'binding.gyp')) && !scripts.includes(name);
    if (!needsBuild || (await hasNative(path))) continue;
    const ofPlatform = Object.keys(packages).filter(
      (one) => packages[one]?.os !== undefined && existsSync(join(folder, one)),
    );
    const found = await Promise.all(ofPlatform.map(async (one) => await hasNative(join(folder, one))));
    if (!found.includes(true)) throw needsScript(name);
  }
}

async function hasNative(folder: string): Promise<boolean> {
  const paths = await readdir(folder, { recursive: true });
  return paths.some((path) => path.endsWith('.node'));
}

function missing(name: string): UserError {
  return userError(
    'WF_BUILD_FAILED',
    `The package ${name} is not for this platform (${process.platform} ${process.arch}).`,
  );
}

function needsScript(name: string): UserError {
  return userError(
    'WF_BUILD_FAILED',
    `The package ${name} does not include native code for this platform: its install script downloads or compiles it, and install scripts do not run.`,
    [`Allow it in the project file: "external": [{ "name": "${name}", "scripts": true }]`],
  );
}

/** An installation that nobody used for so long is removed: its lock file has changed, or its project is done. */
const UNUSED_MS = 7 * 24 * 60 * 60 * 1000;
/** Prefix of folders that nobody uses: those of an installation that is under way, or that ended early. */
const UNFINISHED = 'installing-';

export async function touchPackages(installed: string, now = new Date()): Promise<void> {
  // A folder that this user may only read is kept by its owner.
  await utimes(installed, now, now).catch(() => undefined);
}

/** Removes installations that were not used for a week, and what is left of unfinished ones. */
export async function prunePackages(folder: string, now = Date.now()): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const used = await stat(path).catch(() => null);
    if (used === null || now - used.mtimeMs < UNUSED_MS) continue;
    const unused = name.startsWith(UNFINISHED) ? path : join(folder, `${UNFINISHED}${name}`);
    // First out of the way: another process finds all of it, or nothing.
    if (unused !== path) await rename(path, unused).catch(() => undefined);
    await rm(unused, { recursive: true, force: true });
  }
}

/** A registry that is slower than this is not available. */
const TIMEOUT_MS = 300_000;
/** Enough of npm's messages to say what failed. */
const MAX_MESSAGES = 2000;

interface NpmRun {
  readonly npm: string;
  readonly cwd: string;
  readonly list: PackageList;
  readonly args: readonly string[];
}

/** Runs npm with what it and install scripts need of the environment, and nothing else. */
async function runNpm({ npm, cwd, list, args }: NpmRun): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const command = [
    npm,
    ...args,
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
    '--prefer-offline',
    '--loglevel=error',
  ];
  const options = {
    cwd,
    env: { ...environment(), ...findNpmSettings(npm) },
    timeout: TIMEOUT_MS,
    maxBuffer: 16 * 1024 * 1024,
  };
  execFile(process.execPath, command, options, (error, stdout, stderr) => {
    if (error === null) resolve();
    else reject(failed(list, `${stderr}\n${stdout}`.trim(), error));
  });
  await promise;
}

/** What npm and install scripts need; nothing else of ours is their business. */
const PASSED =
  /^(?:PATH|Path|HOME|TMPDIR|TMP|TEMP|LANG|LC_ALL|USERPROFILE|APPDATA|LOCALAPPDATA|SYSTEMROOT|SystemRoot|WINDIR|COMSPEC|ComSpec|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|(?:https?|no|all)_proxy|npm_config_(?!ignore_scripts).+)$/i;

function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED.test(name)));
}

function failed({ external }: PackageList, messages: string, cause: Error): UserError {
  const lines = messages.split('\n').map((line) => line.replace(/^npm error ?/, '').trimEnd());
  const reported = lines.filter((line) => line !== '' && !line.startsWith('A complete log')).join('\n');
  return new UserError({
    code: 'WF_BUILD_FAILED',
    message: `The packages ${external.join(', ')} cannot be installed:\n${reported.slice(0, MAX_MESSAGES)}`,
    nextSteps: ['npm install', 'npm config get registry'],
    cause,
  });
}

/** Finds npm. @throws {WF_BUILD_FAILED} when there is none */
function requireNpm({ external }: PackageList): string {
  const npm = findNpm();
  if (npm !== null) return npm;
  throw userError(
    'WF_BUILD_FAILED',
    `The packages ${external.join(', ')} are installed by npm, which is neither next to ${process.execPath} nor on the PATH.`,
    ['Install Node with npm: https://nodejs.org/en/download'],
  );
}

const SCRIPT = join('node_modules', 'npm', 'bin', 'npm-cli.js');

/** Finds the script of npm: the one of this Node, or else the one on the path; `null` if there is none. */
export function findNpm(path: string = process.env['PATH'] ?? ''): string | null {
  const prefix = dirname(process.execPath);
  const own = [join(prefix, '..', 'lib', SCRIPT), join(prefix, SCRIPT)];
  // A cloned repository may bring a program of that name.
  const folders = path.split(delimiter).filter((folder) => folder !== '' && !folder.includes('node_modules'));
  const onPath = folders.flatMap((folder) => [join(folder, SCRIPT), join(folder, 'npm')]);
  return (
    [...own, ...onPath]
      .filter((file) => existsSync(file))
      .map((file) => realpathSync(file))
      .find((file) => file.endsWith('npm-cli.js')) ?? null
  );
}

const FOLDERS = new RegExp(String.raw`^(.+?)(?:[\\/]lib)?[\\/]node_modules[\\/]npm[\\/]bin[\\/]npm-cli\.js$`);

/**
 * Finds the machine's settings of npm, which may name a proxy or an authority. npm looks for them next to the Node that runs
 * it, which need not be the one that it came with.
 *
 * @returns the variable that names them, unless one does already
 */
export function findNpmSettings(npm: string, variables: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const [, prefix] = FOLDERS.exec(npm) ?? [];
  const isNamed = Object.keys(variables).some((name) => name.toLowerCase() === 'npm_config_globalconfig');
  if (prefix === undefined || isNamed) return {};
  const file = join(prefix, 'etc', 'npmrc');
  return existsSync(file) ? { npm_config_globalconfig: file } : {};
}
