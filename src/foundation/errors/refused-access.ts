import { resolve, sep } from 'node:path';
import { formatSize, WORKING_FILES, WORKING_FOLDER } from '../sizes.ts';
import { explainPackage, type RefusedAccess, WITHOUT_TRANSPORT } from './explain-package.ts';
import { hasWorkingFolder } from '../working-folder.ts';

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
const WRITE_HERE = 'Write to a relative path, as in ./out.json, or send the data to a store.';
const RUN_ELSEWHERE =
  'Start it in the handler, and run the workflow without a sandbox: wf dev --allow, or wf build --target node.';

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
  if (hasWorkingFolder() && isFull(error)) return FULL;
  const ofPackage = typeof error.message === 'string' ? explainPackage(error.message) : null;
  if (ofPackage !== null) return ofPackage;
  if (error.code === 'MODULE_NOT_FOUND' || error.code === 'ERR_MODULE_NOT_FOUND') return explainMissingModule(error);
  if (error.code === 'EACCES' && error.syscall === 'connect') return explainConnection(error);
  return null;
}

function explainPermission({ permission, resource, stack }: SystemError): RefusedAccess | null {
  const named = typeof resource === 'string' && resource !== '' ? resource : null;
  switch (permission) {
    case 'FileSystemRead':
      return explainRead(named);
    case 'FileSystemWrite':
      return {
        sentence: `The workflow may not write ${named === null ? 'files' : toShownPath(named)}: it writes only in its working folder, which ends with its process.`,
        advice: WRITE_HERE,
      };
    case 'ChildProcess':
      return {
        sentence: `The workflow may not start ${named ?? 'a process'}: the sandbox has no other programs.`,
        advice: RUN_ELSEWHERE,
      };
    case 'WorkerThreads':
      return {
        sentence: 'The workflow may not start a thread.',
        advice: /\bThreadStream\b/.test(String(stack)) ? WITHOUT_TRANSPORT : RUN_ELSEWHERE,
      };
    case 'Addon':
      return explainNativeCode({});
    default:
      return null;
  }
}

/** @param path - `null`: the error names none */
function explainRead(path: string | null): RefusedAccess {
  const carried = path === null ? null : carriedPath(path);
  if (carried !== null) return notCarried(carried);
  return {
    sentence: `The workflow may not read ${path ?? 'this file'}: it has only the files that its bundle carries.`,
    advice: `${CARRY} To write a file, use a relative path.`,
  };
}

/** Finds the first package that a text names by its folder. */
function packageIn(text: unknown): string | undefined {
  return /[\\/]node_modules[\\/]((?:@[^\\/\s]+[\\/])?[^\\/\s:)]+)/.exec(String(text))?.[1]?.replaceAll('\\', '/');
}

function notCarried(path: string): RefusedAccess {
  return { sentence: `The bundle does not carry ${path}.`, advice: CARRY };
}

function explainNativeCode({ stack, message }: SystemError): RefusedAccess | null {
  const name = packageIn([message, stack].filter((each) => typeof each === 'string').join('\n'));
  const what = name === undefined ? 'native code' : `the native code of ${name}`;
  return {
    sentence: `The workflow may not load ${what}.`,
    advice: `Name the package under "external" in the project file${name === undefined ? '' : `: "external": ["${name}"]`}.`,
  };
}

/** The number of files is a record's: its unit is in the sentence. */
const FULL: RefusedAccess = {
  sentence: `The working folder of the workflow is full: it takes ${formatSize(WORKING_FOLDER)} and ${WORKING_FILES.most.toLocaleString('en-US')} files.`,
  advice: 'Remove what the workflow no longer needs, or send the data to a store.',
};

/** Includes what SQLite reports. */
function isFull({ code, message }: SystemError): boolean {
  return (
    code === 'ENOSPC' ||
    code === 'EFBIG' ||
    (typeof message === 'string' && message.includes('database or disk is full'))
  );
}

/** Functions of Node that write, in a stack. Their folder is missing, and not a file that the bundle could carry. */
const WRITES = /\bat .*(?:write|append|mkdir|copy|cp|rename|mkdtemp)\w* \(node:/i;

/** Only below the folder of carried files, and in the working folder: a missing file elsewhere is the author's business. */
function explainMissingFile({ path, stack }: SystemError): RefusedAccess | null {
  const carried = typeof path === 'string' ? carriedPath(path) : null;
  return carried === null || WRITES.test(String(stack)) ? null : notCarried(carried);
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
  const hasFiles = hasWorkingFolder() || /[\\/]files$/.test(folder);
  const whole = hasFiles ? resolve(path) : path;
  const inFolder = hasFiles && whole.startsWith(folder + sep) ? whole.slice(folder.length + 1) : null;
  const [, inBundle] = /[\\/](?:artifacts|build|dev)[\\/](?:[^\\/]+[\\/])?files[\\/](.+)$/.exec(path) ?? [];
  const found = inFolder ?? inBundle;
  return found === undefined || found === '' ? null : found.replaceAll('\\', '/');
}
