import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  copyFile,
  cp,
  link,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  readlink,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { applyMutant, type Mutant } from './find-mutants.ts';

const run = promisify(execFile);

/** A copy of the project to change files in, so that the user's files are untouched. */
export interface Workspace extends AsyncDisposable {
  /** Runs a function while mutants are applied, at most one per file. */
  withMutants<T>(mutants: readonly Mutant[], work: () => Promise<T>): Promise<T>;
  /** Lists the files that do not compile. */
  compile(): Promise<readonly string[]>;
  /** Runs test files of `test/unit` and `test/property` until one fails; returns whether all pass in time. */
  passes(tests: readonly string[], timeoutMs: number): Promise<boolean>;
}

export async function createWorkspace(root: string): Promise<Workspace> {
  const folder = await mkdtemp(join(tmpdir(), 'wf-mutants-'));
  for (const path of await listFiles(root)) {
    if (existsSync(join(root, path))) await cp(join(root, path), join(folder, path), { verbatimSymlinks: true });
  }
  // Not one link to the folder: processes of bundles may only read what is really below the project.
  for (const name of ['node_modules', 'dist']) await linkTree(join(root, name), join(folder, name));
  return {
    withMutants: async (mutants, work) => {
      const files = await Promise.all(mutants.map((mutant) => place(folder, mutant)));
      try {
        return await work();
      } finally {
        for (const { file, text } of files) await writeFile(file, text);
      }
    },
    compile: () => compile(folder),
    passes: async (tests, timeoutMs) => tests.length === 0 || (await passes(folder, tests, timeoutMs)),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

/** Makes a folder of hard links; copies files on another file system. */
async function linkTree(from: string, to: string): Promise<void> {
  await mkdir(to);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await linkTree(source, target);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else await link(source, target).catch(() => copyFile(source, target));
  }
}

/** Files that git tracks or would add, so that uncommitted files are tested, too. */
async function listFiles(root: string): Promise<string[]> {
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout.split('\0').filter((path) => path !== '');
}

async function place(folder: string, mutant: Mutant) {
  const file = join(folder, mutant.path);
  const text = await readFile(file, 'utf8');
  await writeFile(file, applyMutant(mutant, text));
  return { file, text };
}

/** Checks only the files that depend on a change. */
async function compile(folder: string): Promise<readonly string[]> {
  const tsc = join(folder, 'node_modules/typescript/bin/tsc');
  const flags = ['--noEmit', '--incremental', '--tsBuildInfoFile', join(folder, 'mutants.tsbuildinfo')];
  const output = await run(process.execPath, [tsc, ...flags, '--pretty', 'false'], {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
  }).then(
    () => '',
    (error: unknown) => (error as { readonly stdout: string }).stdout, // the output of a failed program
  );
  return [...new Set([...output.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map((match) => match[1] ?? ''))];
}

/** Retries once: a test that failed under load then passes, but one that notices the mutant does not. */
const FLAGS = ['--project', 'unit', '--project', 'property', '--bail', '1', '--retry', '1', '--reporter', 'dot'];

async function passes(folder: string, tests: readonly string[], timeoutMs: number): Promise<boolean> {
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
  const command = [vitest, 'run', '--config', 'test/vitest.config.ts', ...FLAGS, ...tests];
  // In its own process group, so that a hanging run is killed with its workers.
  const child = spawn(process.execPath, command, { cwd: folder, stdio: 'ignore', detached: true });
  const kill = () => process.kill(-(child.pid ?? 0), 'SIGKILL');
  const timer = setTimeout(kill, timeoutMs);
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.once('exit', resolve);
  const code = await promise;
  clearTimeout(timer);
  return code === 0;
}
