import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  describeTypeReport,
  formatTypeIssue,
  type TypeIssue,
  type TypeReport,
} from '../../../contract/develop/type-report.ts';
import { yieldToOthers } from '../../../sandbox/watch-process.ts';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { messageOf, UserError } from '../../../foundation/errors/wf-error.ts';
import { isOwnVariable } from '../../../foundation/steering-variable.ts';

export interface RunCompilerOptions extends Compiler {
  readonly root: string;
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

export function unchecked(problem: string): TypeReport {
  return { count: 0, errors: [], problem };
}

/** The project's packages need no key of ours. */
function withoutOurVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isOwnVariable(name)));
}

function firstLine(output: string): string {
  const line = output.split('\n').find((text) => text.trim() !== '');
  return line === undefined ? '' : ` It wrote: ${line.trim()}`;
}

const MAX_ERRORS = 100;

/** @example src/workflow.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'. */
const IN_FILE = /^(?<file>.+)\((?<line>\d+),(?<column>\d+)\): error (?<code>TS\d+): (?<message>.*)$/;
/** @example error TS18003: No inputs were found in config file 'tsconfig.json'. */
const WITHOUT_FILE = /^error (?<code>TS\d+): (?<message>.*)$/;

/** Reads what `tsc --pretty false` printed. Continued lines, which explain an error in depth, are left out. */
export function readReport(output: string): TypeReport {
  const lines = output.split(/\r?\n/);
  const issues = lines.flatMap((line) => toIssue(IN_FILE.exec(line)?.groups));
  const inConfig = issues.find(({ file }) => file.endsWith('.json'));
  const problem =
    inConfig === undefined
      ? lines.map((line) => toProblem(WITHOUT_FILE.exec(line)?.groups))
      : [formatTypeIssue(inConfig)];
  const first = problem.find((text) => text !== null) ?? null;
  // Errors that follow from a broken configuration say nothing about the code.
  if (first !== null) return { count: 0, errors: [], problem: first };
  return { count: issues.length, errors: issues.slice(0, MAX_ERRORS), problem: null };
}

type Groups = Readonly<Record<string, string>> | undefined;

function toIssue(groups: Groups): TypeIssue[] {
  if (groups === undefined) return [];
  const { file = '', line, column, code = '', message = '' } = groups;
  return [{ file: file.replaceAll('\\', '/'), line: Number(line), column: Number(column), code, message }];
}

function toProblem(groups: Groups): string | null {
  return groups === undefined ? null : `${groups['code']} ${groups['message']}`;
}

/** The TypeScript that a project has installed, and the configuration that it uses. */
interface Compiler {
  /** Script of its `tsc`. */
  readonly script: string;
  readonly config: string;
}

/** Finds a project's own TypeScript; `null` when it has none, or no `tsconfig.json`. */
export function findCompiler(root: string): Compiler | null {
  const config = join(root, 'tsconfig.json');
  if (!existsSync(config)) return null;
  const script = findScript(root);
  return script === null ? null : { script, config };
}

/** As `npx tsc` finds it, also where a package manager replaces Node's resolution. */
function findScript(root: string): string | null {
  try {
    const script = join(
      dirname(createRequire(join(root, 'package.json')).resolve('typescript/package.json')),
      'bin/tsc',
    );
    return existsSync(script) ? script : null;
  } catch {
    return null;
  }
}

interface TypeCheckOptions {
  readonly root: string;
  /** `--check` and `--no-check`; `null`: neither. */
  readonly asked: boolean | null;
}

/** A type check that runs next to a build. Disposal stops it. */
export interface TypeCheck extends Disposable {
  /** `null`: there is nothing to check with, or nobody wants it. */
  readonly report: Promise<TypeReport | null>;
  /**
   * Waits for the check, if its failure is one of the build.
   *
   * @param onRefused - gets the report before the error is thrown
   * @throws {WF_TYPE_ERRORS} when it failed
   */
  require(onRefused?: (report: TypeReport) => void): Promise<void>;
}

/**
 * Starts to check a project's types. The project's TypeScript is code of the project, and runs as this user, who trusts the
 * folder: `requireProject` sees to that.
 */
export function startTypeCheck({ root, asked }: TypeCheckOptions): TypeCheck {
  const stop = new AbortController();
  const report = check(root, stop.signal, asked).catch((error: unknown) => unchecked(messageOf(error)));
  return {
    report,
    require: async (onRefused) => {
      if (asked === true) requireNoErrors(await report, onRefused);
    },
    [Symbol.dispose]: () => stop.abort(),
  };
}

async function check(root: string, signal: AbortSignal, asked: boolean | null): Promise<TypeReport | null> {
  if (asked === false) return null;
  const compiler = findCompiler(root);
  if (compiler === null) return null;
  return await runCompiler({ ...compiler, root, signal, stateDir: null });
}

function requireNoErrors(report: TypeReport | null, onRefused?: (report: TypeReport) => void): void {
  const message = report === null ? null : describeTypeReport(report);
  if (report === null || message === null) return;
  onRefused?.(report);
  throw new UserError({ code: 'WF_TYPE_ERRORS', message, nextSteps: ['npx tsc --noEmit'], details: report });
}
