import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { UserError } from '../../foundation/errors/wf-error.ts';
import type { PackageList } from './package-list.ts';

/** A registry that is slower than this is not available. */
const TIMEOUT_MS = 300_000;
/** Enough of npm's messages to say what failed. */
const MAX_MESSAGES = 2000;

export interface NpmRun {
  readonly npm: string;
  readonly cwd: string;
  readonly list: PackageList;
  readonly args: readonly string[];
}

/** Runs npm with what it and install scripts need of the environment, and nothing else. */
export async function runNpm({ npm, cwd, list, args }: NpmRun): Promise<void> {
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
export function requireNpm({ external }: PackageList): string {
  const npm = findNpm();
  if (npm !== null) return npm;
  throw new UserError({
    code: 'WF_BUILD_FAILED',
    message: `The packages ${external.join(', ')} are installed by npm, which is neither next to ${process.execPath} nor on the PATH.`,
    nextSteps: ['Install Node with npm: https://nodejs.org/en/download'],
  });
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
