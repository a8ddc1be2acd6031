import { subscribe } from 'node:diagnostics_channel';
import { realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { keepAuthorFrames, PLACE, stackWithCauses } from '../../foundation/errors/stacks.ts';
import { findRefusedAccess } from '../../foundation/errors/refused-access.ts';
import type { ExplainFailure } from '../call/to-call-failure.ts';

interface RefusalContext {
  /** Folder that the author's lines are shown relative to. A bundle with files changes the process's own. */
  readonly home: string;
  /** Whether Node's permissions are on. Without them, such an error has another cause. */
  readonly isSandboxed: boolean;
}

/**
 * Creates the explanation of what the sandbox refuses: an error then names the path, package or address, where the
 * author's code asked for it, and which setting would allow it. Node's own message names a flag that no author can set.
 * Whatever shows the error shows this. The host passes it to the app, so that no bundle contains the sentences.
 */
export function explainRefusedAccess({ home, isSandboxed }: RefusalContext): ExplainFailure {
  return (thrown) => {
    if (!isSandboxed || !(thrown instanceof Error)) return thrown;
    const refused = findRefusedAccess(thrown);
    if (refused === null) return thrown;
    const { message, stack = '' } = thrown;
    const place = findAuthorLine(stack, home);
    const sentence = place === null ? refused.sentence : `${refused.sentence.slice(0, -1)} (at ${place}).`;
    const explained = `${sentence} ${refused.advice}`;
    if (place !== null) Reflect.defineProperty(thrown, PLACE, { value: place, configurable: true });
    Reflect.set(thrown, 'message', explained);
    Reflect.set(
      thrown,
      'stack',
      stack.replace(message, () => explained),
    );
    return thrown;
  };
}

/** @source Node, "Permissions", audit mode */
const CHANNELS = ['fs', 'child', 'worker', 'wasi', 'addon'];
/** Frames of ours and of Node, between the refused use and the author's code. */
const MAX_STACK_DEPTH = 50;

/**
 * Reports on stderr what a deployed call would be refused, where Node only watches (`wf dev --allow`). Each use is
 * reported, with the author's line.
 *
 * @param home - folder that the author's lines are shown relative to
 */
export function reportRefusedUses(home: string): void {
  const report = createReport(home);
  for (const name of CHANNELS) subscribe(`node:permission-model:${name}`, report);
}

function createReport(home: string) {
  return (message: unknown): void => {
    const refused = findRefusedAccess({ code: 'ERR_ACCESS_DENIED', ...Object(message) });
    const place = refused === null ? null : findAuthorLine(stackHere(), home);
    // Without a line of the author's, a package or Node itself looked for something.
    if (refused === null || place === null) return;
    process.stderr.write(`${place}: A deployed call would be refused this. ${refused.sentence} ${refused.advice}\n`);
  };
}

function stackHere(): string {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = MAX_STACK_DEPTH;
  const { stack = '' } = new Error('use');
  Error.stackTraceLimit = limit;
  return stack;
}

const FRAME = /^\s+at (?:.*?\()?(project:\/\/\/[^\s)]+?|(?:file:\/\/)?\/[^\s)]+?|[A-Za-z]:[^\s)]+?):(\d+):\d+\)?$/;
/** Packages, and what wf generated. */
const NOT_AUTHORS = /[\\/](?:node_modules|\.wf)[\\/]|\/workflow\.mjs$/;

/**
 * Finds the innermost frame of a stack in the author's sources.
 *
 * @param home - folder that paths are shown relative to
 * @returns as in `src/flow.ts:12`; `null`: no frame is the author's
 */
export function findAuthorLine(stack: string, home: string): string | null {
  const ours = new URL('..', import.meta.url).href;
  for (const frame of stack.split('\n')) {
    const [, file, row] = FRAME.exec(frame) ?? [];
    if (file === undefined || NOT_AUTHORS.test(file) || file.startsWith(ours)) continue;
    const path = file.replace(/^project:\/\/\//, '').replace(/^file:\/\//, '');
    return `${path.startsWith(`${home}/`) ? path.slice(home.length + 1) : path}:${row}`;
  }
  return null;
}

/**
 * Keeps a bundle from loading native code besides that of its packages: a file that it carries may be such code. A
 * guard-rail; the operating system holds whatever runs.
 */
export function limitNativeCode(bundle: string): void {
  const load = process.dlopen.bind(process);
  process.dlopen = (module: object, file: string, ...flags: number[]) => {
    const packages = findPackages(bundle);
    if (packages !== null && realpathSync(file).startsWith(packages + sep)) return load(module, file, ...flags);
    const message = `${file} is native code outside of the packages that "external" in the project file names.`;
    throw Object.assign(new Error(message), { code: 'ERR_DLOPEN_DISABLED' });
  };
}

/** Finds the folder of the packages that a bundle imports; `null`: it imports none. */
export function findPackages(bundle: string): string | null {
  try {
    return realpathSync(join(dirname(bundle), 'node_modules'));
  } catch {
    // It imports no packages.
    return null;
  }
}

/**
 * Reports what the workflow throws outside of a call, such as a rejection that nobody handles, and ends the process as
 * Node would. Node itself prints the line of code, which in a bundle is all of it.
 */
export function reportUncaught(): void {
  process.on('uncaughtException', (thrown, origin) => {
    // The workflow has a handler of its own, which decides.
    if (process.listenerCount('uncaughtException') > 1) return;
    console.error(describeUncaught(thrown, origin));
    process.exit(1);
  });
}

/** @param origin - where it was thrown, as Node names it */
export function describeUncaught(thrown: unknown, origin: NodeJS.UncaughtExceptionOrigin): string {
  const what = origin === 'unhandledRejection' ? 'A promise was rejected and nobody handled it' : 'Uncaught';
  return `${what}: ${toText(thrown)}`;
}

function toText(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const isWrapped = 'code' in thrown && thrown.code === 'ERR_UNHANDLED_REJECTION';
  const [, reason] = isWrapped ? (WRAPPED.exec(thrown.message) ?? []) : [];
  return reason ?? keepAuthorFrames(stackWithCauses(thrown));
}

/** How Node words a rejection with something that is not an error. */
const WRAPPED = /The promise rejected with the reason "([\s\S]*)"\.$/;
