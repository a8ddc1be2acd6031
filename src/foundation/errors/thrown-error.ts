/** An error of another process, as plain values. */
export interface ThrownError {
  readonly message: string;
  /** Positions are mapped to the sources; empty if the thrown value is not an `Error`. */
  readonly stack: string;
  /** Name of the error's class, unless the SDK threw it. */
  readonly name: string;
  /** Code of an error of Node, as in `ERR_ACCESS_DENIED`; `null` for any other. */
  readonly code: string | null;
  /** Set if the SDK rejected a route or a schema, or the sandbox an access. */
  readonly refusal: { readonly nextSteps: readonly string[]; readonly details: unknown } | null;
}

/** Converts a thrown value for a process that does not share its classes. */
export function toThrownError(thrown: unknown): ThrownError {
  if (!(thrown instanceof Error))
    return { message: String(thrown), stack: '', name: typeof thrown, code: null, refusal: null };
  // A package that is not installed has a command of its own.
  const isOfSandbox = process.permission !== undefined && codeOf(thrown)?.endsWith('MODULE_NOT_FOUND') !== true;
  const refused = isOfSandbox ? findRefusedAccess(thrown) : null;
  return {
    message: refused?.sentence ?? thrown.message,
    stack: thrown.stack ?? '',
    name: thrown.name,
    code: codeOf(thrown),
    refusal:
      refused === null
        ? refusalOf(thrown)
        : { nextSteps: [refused.advice], details: { code: codeOf(thrown), message: thrown.message } },
  };
}

function codeOf(error: Error): string | null {
  return 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** The SDK marks its errors with a registered symbol, since the bundle has its own copy of the classes. */
function refusalOf(error: Error): ThrownError['refusal'] {
  if (!(Symbol.for('wf.error') in error)) return null;
  const { nextSteps, details } = error as { nextSteps?: readonly string[]; details?: unknown }; // as the SDK creates them
  return { nextSteps: nextSteps ?? [], details };
}

/** What the sandbox refused to a workflow. */
export interface RefusedAccess {
  /** What was refused, and why. */
  readonly sentence: string;
  /** The setting that would allow it, or what to do instead. */
  readonly advice: string;
}

/** The fields of Node's errors, and of those of packages that imitate them. */
interface SystemError {
  readonly code?: unknown;
  readonly permission?: unknown;
  readonly resource?: unknown;
  readonly path?: unknown;
  readonly syscall?: unknown;
  readonly message?: unknown;
  /** Host and port that the relay refused, and why. */
  readonly destination?: unknown;
  readonly reason?: unknown;
  readonly stack?: unknown;
  readonly cause?: unknown;
}

const CARRY = 'Name it under "files" in the project file, or import it: import text from \'./file.md\'.';
const RUN_ELSEWHERE = 'Run the workflow without a sandbox: wf build --target node.';

/** Finds what the sandbox refused in an error or its causes; `null`: nothing. */
export function findRefusedAccess(thrown: unknown): RefusedAccess | null {
  const seen = new Set<unknown>();
  for (let error = thrown; isSystemError(error) && !seen.has(error); error = error.cause) {
    seen.add(error);
    const refused = explain(error);
    if (refused !== null) return refused;
  }
  return null;
}

function isSystemError(thrown: unknown): thrown is SystemError {
  return typeof thrown === 'object' && thrown !== null;
}

function explain(error: SystemError): RefusedAccess | null {
  if (error.code === 'ERR_ACCESS_DENIED') return explainPermission(error);
  // Not `ERR_DLOPEN_FAILED`: what may be loaded, and cannot be, says why itself.
  if (error.code === 'ERR_DLOPEN_DISABLED') return explainNativeCode(error);
  if (error.code === 'ENOENT') return explainMissingFile(error);
  if (error.code === 'MODULE_NOT_FOUND' || error.code === 'ERR_MODULE_NOT_FOUND') return explainMissingModule(error);
  if (error.code === 'EACCES' && error.syscall === 'connect') return explainConnection(error);
  return null;
}

function explainPermission({ permission, resource }: SystemError): RefusedAccess | null {
  const named = typeof resource === 'string' && resource !== '' ? resource : null;
  switch (permission) {
    case 'FileSystemRead':
      return {
        sentence: `The workflow may not read ${named === null ? 'this file' : toShownPath(named)}: it has only the files that its bundle carries.`,
        advice: CARRY,
      };
    case 'FileSystemWrite':
      return {
        sentence: `The workflow may not write ${named === null ? 'files' : toShownPath(named)}: a deployed call keeps no files.`,
        advice: 'Return the data, or send it to a store.',
      };
    case 'ChildProcess':
      return {
        sentence: `The workflow may not start ${named ?? 'a process'}: the sandbox has no other programs.`,
        advice: RUN_ELSEWHERE,
      };
    case 'WorkerThreads':
      return { sentence: 'The workflow may not start a thread.', advice: RUN_ELSEWHERE };
    case 'Addon':
      return explainNativeCode({});
    default:
      return null;
  }
}

function explainNativeCode({ stack, message }: SystemError): RefusedAccess | null {
  const text = [message, stack].filter((each) => typeof each === 'string').join('\n');
  const name = /[\\/]node_modules[\\/]((?:@[^\\/\s]+[\\/])?[^\\/\s:)]+)/.exec(text)?.[1]?.replaceAll('\\', '/');
  const what = name === undefined ? 'native code' : `the native code of ${name}`;
  return {
    sentence: `The workflow may not load ${what}.`,
    advice: `Name the package under "external" in the project file${name === undefined ? '' : `: "external": ["${name}"]`}.`,
  };
}

/** Only below the folder of carried files: a missing file elsewhere is the author's business. */
function explainMissingFile({ path }: SystemError): RefusedAccess | null {
  const carried = typeof path === 'string' ? carriedPath(path) : null;
  if (carried === null) return null;
  return { sentence: `The bundle does not carry ${carried}.`, advice: CARRY };
}

function explainMissingModule({ message }: SystemError): RefusedAccess | null {
  const name = /^Cannot find (?:module|package) '([^']+)'/.exec(String(message))?.[1];
  if (name === undefined || /^[./\\]|^[a-z]+:/i.test(name)) return null;
  return {
    sentence: `The workflow loads ${name} by a name that only its code knows, so the bundle lacks it.`,
    advice: `Import it by its name, or name it under "external" in the project file: "external": ["${name}"].`,
  };
}

/** Of the relay's refusals, not of the machine's own, which have no reason. */
function explainConnection({ destination, reason }: SystemError): RefusedAccess | null {
  if (typeof destination !== 'string' || typeof reason !== 'string') return null;
  return {
    sentence: `The workflow may not connect to ${destination}: ${reason.replace(/\.?$/, '.')}`,
    advice: `An operator can allow it: wf serve --allow-egress ${destination}.`,
  };
}

function toShownPath(path: string): string {
  return carriedPath(path) ?? path;
}

/** Returns a path of the project that leads below the folder of carried files; `null` for any other. */
function carriedPath(path: string): string | null {
  const folder = process.cwd();
  const inFolder = /[\\/]files$/.test(folder) && path.startsWith(folder) ? path.slice(folder.length + 1) : null;
  const [, inBundle] = /[\\/](?:artifacts|build|dev)[\\/](?:[^\\/]+[\\/])?files[\\/](.+)$/.exec(path) ?? [];
  const found = inFolder ?? inBundle;
  return found === undefined || found === '' ? null : found.replaceAll('\\', '/');
}
