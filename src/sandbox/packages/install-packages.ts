import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { findNpm } from './find-npm.ts';
import { findNpmSettings } from './find-npm-settings.ts';
import type { PackageList, PackagePlatform } from './package-list.ts';
import { prunePackages, touchPackages, UNFINISHED } from './prune-packages.ts';
import { requireListed } from './require-listed.ts';

export interface InstallPackagesOptions {
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

/** A registry that is slower than this is not available. */
const TIMEOUT_MS = 300_000;
/** Enough of npm's messages to say what failed. */
const MAX_MESSAGES = 2000;

/**
 * Installs the packages of a list once, by content, with npm. Install scripts run only of the packages that the list names.
 *
 * @returns the folder that contains `node_modules`
 * @throws {WF_BUILD_FAILED} when there is no npm, a package cannot be fetched, or has other content than the list says
 */
export async function installPackages(options: InstallPackagesOptions): Promise<string> {
  const { list, folder, platform = null, settingsFolder = null, isPruned = true, onInstall } = options;
  const target = join(folder, hashOf(list, platform));
  if (existsSync(target)) {
    await touchPackages(target);
    return target;
  }
  const npm = findNpm();
  if (npm === null) throw withoutNpm(list);
  onInstall?.();
  await mkdir(folder, { recursive: true });
  const temporary = await mkdtemp(join(folder, UNFINISHED));
  try {
    await writePackageFiles(temporary, list);
    if (settingsFolder !== null)
      await copyFile(join(settingsFolder, '.npmrc'), join(temporary, '.npmrc')).catch(ignore);
    await runNpm({ npm, cwd: temporary, list, words: ['ci', '--ignore-scripts', ...toFlags(platform)] });
    const { scripts } = list;
    if (scripts.length > 0) await runNpm({ npm, cwd: temporary, list, words: ['rebuild', ...scripts] });
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

interface NpmRun {
  readonly npm: string;
  readonly cwd: string;
  readonly list: PackageList;
  readonly words: readonly string[];
}

async function runNpm({ npm, cwd, list, words }: NpmRun): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const args = [
    npm,
    ...words,
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
  execFile(process.execPath, args, options, (error, stdout, stderr) => {
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
  const told = lines.filter((line) => line !== '' && !line.startsWith('A complete log')).join('\n');
  return new UserError({
    code: 'WF_BUILD_FAILED',
    message: `The packages ${external.join(', ')} cannot be installed:\n${told.slice(0, MAX_MESSAGES)}`,
    nextSteps: ['npm install', 'npm config get registry'],
    cause,
  });
}

function withoutNpm({ external }: PackageList): UserError {
  return new UserError({
    code: 'WF_BUILD_FAILED',
    message: `The packages ${external.join(', ')} are installed by npm, which is neither next to ${process.execPath} nor on the PATH.`,
    nextSteps: ['Install Node with npm: https://nodejs.org/en/download'],
  });
}

function ignore(): void {
  // The project has no settings of npm.
}
