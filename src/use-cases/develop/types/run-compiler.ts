import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TypeReport } from '../../../contract/develop/type-report.ts';
import { yieldToOthers } from '../../../sandbox/watch-process.ts';
import type { Compiler } from './find-compiler.ts';
import { readReport } from './read-report.ts';

export interface RunCompilerOptions extends Compiler {
  /** The project's folder. */
  readonly root: string;
  /** Aborts to stop the check. */
  readonly signal: AbortSignal;
  /** Folder that later checks reuse; `null`: there are none. */
  readonly stateDir: string | null;
}

/** A check that takes longer is stopped. */
const LIMIT_MS = 120_000;
/** A project with more text in its errors has enough of them. */
const MAX_OUTPUT = 4 * 1024 * 1024;

/**
 * Checks a project's types by its own TypeScript, in a process that lets others go first. It writes nothing into the
 * project.
 *
 * @returns `null` when it was stopped
 */
export async function runCompiler({ stateDir, ...options }: RunCompilerOptions): Promise<TypeReport | null> {
  if (stateDir !== null) return await run(options, stateDir);
  const folder = await mkdtemp(join(tmpdir(), 'wf-types-'));
  try {
    return await run(options, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(
  { script, config, root, signal }: Omit<RunCompilerOptions, 'stateDir'>,
  stateDir: string,
): Promise<TypeReport | null> {
  const limit = AbortSignal.timeout(LIMIT_MS);
  // What a project's configuration sets for emitting code may contradict `--noEmit`.
  const emit = ['--noEmit', '--emitDeclarationOnly', 'false'];
  const state = ['--incremental', '--tsBuildInfoFile', join(stateDir, 'checked.tsbuildinfo')];
  const child = spawn(process.execPath, [script, '--project', config, '--pretty', 'false', ...emit, ...state], {
    cwd: root,
    env: withoutOurVariables(process.env),
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: AbortSignal.any([signal, limit]),
    killSignal: 'SIGKILL',
  });
  yieldToOthers(child, false);
  const { promise, resolve } = Promise.withResolvers<TypeReport | null>();
  let output = '';
  const collect = (text: string): void => {
    if (output.length < MAX_OUTPUT) output += text;
  };
  child.stdout.setEncoding('utf8').on('data', collect);
  child.stderr.setEncoding('utf8').on('data', collect);
  child.once('error', () => undefined);
  child.once('close', (exitCode) => {
    if (signal.aborted) return resolve(null);
    if (limit.aborted) return resolve(unchecked(`TypeScript took more than ${LIMIT_MS / 1000} seconds.`));
    const report = readReport(output);
    const isExplained = exitCode === 0 || report.count > 0 || report.problem !== null;
    resolve(isExplained ? report : unchecked(`TypeScript ended with status ${exitCode}.${firstLine(output)}`));
  });
  return await promise;
}

/** Returns a report of types that were not checked. */
export function unchecked(problem: string): TypeReport {
  return { count: 0, errors: [], problem };
}

/** The project's packages need no key of ours. */
function withoutOurVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('WF_')));
}

function firstLine(output: string): string {
  const line = output.split('\n').find((text) => text.trim() !== '');
  return line === undefined ? '' : ` It wrote: ${line.trim()}`;
}
