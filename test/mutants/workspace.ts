import { execFile } from 'node:child_process';
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
import { readCalls, type RecordedCalls } from './record-calls.ts';
import { createTester } from './tester.ts';

const run = promisify(execFile);

/** A copy of the project to change files in, so that the user's files are untouched. */
export interface Workspace extends AsyncDisposable {
  readonly folder: string;
  /** Runs a function while mutants are applied, at most one per file. */
  withMutants<T>(mutants: readonly Mutant[], work: () => Promise<T>): Promise<T>;
  /** Lists the files that do not compile. */
  compile(): Promise<readonly string[]>;
  /** Runs tests, and records which functions of `src` each file calls. */
  recordCalls(tests: readonly string[]): Promise<readonly RecordedCalls[]>;
  /** Runs test files until one fails; returns those, or all when they take too long. */
  findFailing(tests: readonly string[], timeoutMs: number): Promise<readonly string[]>;
  /** Runs the next tests in a new process. */
  restartTests(): void;
}

export async function createWorkspace(root: string): Promise<Workspace> {
  const folder = await mkdtemp(join(tmpdir(), 'wf-mutants-'));
  for (const path of await listFiles(root)) {
    if (existsSync(join(root, path))) await cp(join(root, path), join(folder, path), { verbatimSymlinks: true });
  }
  // Not one link to the folder: processes of bundles may only read what is really below the project.
  await linkTree(join(root, 'node_modules'), join(folder, 'node_modules'));
  const tester = createTester(folder);
  return {
    folder,
    withMutants: async (mutants, work) => {
      const files = await Promise.all(mutants.map((mutant) => place(folder, mutant)));
      tester.invalidate(files.map(({ file }) => file));
      try {
        return await work();
      } finally {
        for (const { file, text } of files) await writeFile(file, text);
        tester.invalidate(files.map(({ file }) => file));
      }
    },
    compile: () => compile(folder),
    recordCalls: (tests) => recordCalls(folder, tests),
    findFailing: async (tests, timeoutMs) => (tests.length === 0 ? [] : await tester.findFailing(tests, timeoutMs)),
    restartTests: () => tester.stop(),
    [Symbol.asyncDispose]: async () => {
      tester.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
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

async function recordCalls(folder: string, tests: readonly string[]): Promise<readonly RecordedCalls[]> {
  const calls = join(folder, 'recorded-calls');
  await mkdir(calls);
  const flags = ['run', '--config', 'test/mutants/vitest.config.ts', '--maxWorkers', '100%'];
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
  const env = { ...process.env, WF_CALLS_FOLDER: calls };
  // It fails when a test fails; mutants that this test alone would notice then are `unclear`.
  await run(process.execPath, [vitest, ...flags, ...tests], { cwd: folder, env, maxBuffer: Infinity }).catch(() => {});
  return readCalls(calls);
}
