import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { WORKING_FOLDER } from '../../foundation/sizes.ts';

/** Not `PATH`: a cloned repository or another user may have put a folder there. */
const TRUSTED_FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin'];
/** Writable for the group or for others. */
const SHARED_MODE = 0o022;

/** Finds a program of the system by its name; `null` when it is missing, or somebody besides root may replace it. */
export function findProgram(name: string): string | null {
  return TRUSTED_FOLDERS.map((folder) => join(folder, name)).find(isOfSystem) ?? null;
}

/** Finds several programs. @returns `null` when one is missing, or is BusyBox's, whose options are others */
export function findPrograms<Name extends string>(names: readonly Name[]): Readonly<Record<Name, string>> | null {
  const found = names.map((name) => [name, findProgram(name)] as const);
  const isComplete = found.every(([, path]) => path !== null && !realpathSync(path).endsWith('busybox'));
  // Every name has its path.
  return isComplete ? (Object.fromEntries(found) as Record<Name, string>) : null;
}

function isOfSystem(path: string): boolean {
  try {
    const file = realpathSync(path);
    return [file, dirname(file)].every((each) => {
      const { uid, mode } = statSync(each);
      return uid === 0 && (mode & SHARED_MODE) === 0;
    });
  } catch {
    // Missing, or not accessible.
    return false;
  }
}

/** Lists the arguments before a program that switch to another user, without its groups and without a way back. */
export function switchUser(setpriv: string, user: number | null): string[] {
  if (user === null) return [];
  return [setpriv, '--reuid', String(user), '--regid', String(user), '--clear-groups', '--no-new-privs'];
}

/** Threads and processes: Node itself needs a dozen. */
export const MAX_PROCESSES = 256;
const MEBIBYTE = 1024 * 1024;
/** Node maps thread stacks and tables that it never fills. Resident memory is watched from outside, with a closer limit. */
const UNUSED_MB = 1024;

/** Lists options of util-linux' `prlimit`. @source prlimit(1), getrlimit(2) */
export function limitOptions(memoryMb: number): string[] {
  return [
    `--nproc=${MAX_PROCESSES}`,
    `--nofile=${maxFiles(memoryMb)}`,
    // Of its working folder, the only place to write, it learns by an error that it is full, and not by a signal.
    `--fsize=${2 * WORKING_FOLDER.most}`,
    '--core=0',
    `--data=${(memoryMb + UNUSED_MB) * MEBIBYTE}`,
  ];
}

const MAX_FILES = 1024;
/** Node itself needs 30. */
const MIN_FILES = 256;
/** Where the system does not say: what Linux gives since 2.6. */
const USUAL_BUFFER = 212_992;

/**
 * Limits open files so that the buffers of as many sockets take half of a program's memory at most: the kernel holds
 * these, and counts them for no process.
 */
function maxFiles(memoryMb: number): number {
  return Math.max(MIN_FILES, Math.min(MAX_FILES, Math.floor((memoryMb * MEBIBYTE) / 2 / readSocketBuffer())));
}

/** Reads how much one socket may hold that its other end has not read. @source socket(7), `wmem_default` */
function readSocketBuffer(): number {
  try {
    return Number(readFileSync('/proc/sys/net/core/wmem_default', 'utf8')) || USUAL_BUFFER;
  } catch {
    // The file is hidden.
    return USUAL_BUFFER;
  }
}

/** Splits options as they are typed in a shell; none contains a space. */
export function splitOptions(text: string): string[] {
  return text.split(' ');
}
