import { readFileSync, realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { hasCode, isWfError, UserError } from '../../foundation/errors/wf-error.ts';
import { makeOwnFolder } from '../make-own-folder.ts';
import { configFolder, type Machine } from '../machine.ts';
import { replaceUserFile } from '../replace-user-file.ts';
import { withFileLock } from '../with-file-lock.ts';

/** A folder whose projects may run and see variables, with the folders in it. */
export interface TrustedFolder {
  /** Absolute path, without symbolic links. */
  readonly folder: string;
  /** When the user trusted it. */
  readonly since: string;
}

/** Folders that a build machine trusts, as in `PATH`. */
const FOLDERS_VARIABLE = 'WF_TRUSTED_FOLDERS';

/** `1` trusts every folder: for build machines, which check out only what they are told to run. */
export const TRUST_VARIABLE = 'WF_TRUST';

/**
 * Returns whether the user trusts a folder or one above it. Packages are not part of it: a folder's `node_modules` holds
 * the files of many people.
 *
 * @remarks By folder and not by the content of its files, as in VS Code: whoever trusts a project also runs its code,
 * which changes with every pull. direnv asks again after each change, but authors change this file all the time.
 */
export function isTrusted(folder: string, machine: Machine): boolean {
  if (machine.env[TRUST_VARIABLE] === '1') return true;
  const trusted = [...ofEnvironment(machine), ...readTrustedFolders(machine).map((one) => one.folder)];
  return trusted.some((root) => covers(root, realPath(folder)));
}

/**
 * Reads the folders that the user has trusted, oldest first.
 *
 * @throws {WF_INVALID_INPUT} when the file is malformed, or another user could have written it
 */
export function readTrustedFolders(machine: Machine): readonly TrustedFolder[] {
  const file = trustFile(machine);
  try {
    requirePrivate(file);
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (Array.isArray(parsed) && parsed.every(isEntry)) return parsed;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw isWfError(error) ? error : unreadable(file, 'it is not JSON', error);
  }
  throw unreadable(file, 'it must contain a list of folders');
}

/** Returns the file of trusted folders, which may not exist. */
export function trustFile(machine: Machine): string {
  return join(configFolder(machine), 'trusted-folders.json');
}

/** Resolves symbolic links, and spells the path as the file system does. */
export function realPath(folder: string): string {
  return realpathSync.native(folder);
}

/** Absolute paths only: a relative one would mean another folder wherever a command runs. */
function ofEnvironment({ env }: Machine): string[] {
  const folders = (env[FOLDERS_VARIABLE] ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.flatMap((folder) => {
    try {
      return [realPath(folder)];
    } catch {
      // It does not exist here, so nothing is in it.
      return [];
    }
  });
}

function covers(root: string, folder: string): boolean {
  const below = relative(root, folder).split(sep);
  return below[0] !== '..' && !isAbsolute(below.join(sep)) && !below.includes('node_modules');
}

/** Permission bits that let anyone but the owner write. */
const WRITABLE_BY_OTHERS = 0o022;

function requirePrivate(file: string): void {
  const user = process.getuid?.();
  const { uid, mode } = statSync(file);
  // Windows has neither; access lists keep the user's folders private.
  if (user === undefined || (uid === user && (mode & WRITABLE_BY_OTHERS) === 0)) return;
  throw unreadable(file, 'another user could have written it');
}

function isEntry(value: unknown): value is TrustedFolder {
  return typeof value === 'object' && value !== null && 'folder' in value && typeof value.folder === 'string';
}

function unreadable(file: string, reason: string, cause?: unknown): UserError {
  return new UserError({
    code: 'WF_INVALID_INPUT',
    message: `Cannot read the trusted folders in ${file}: ${reason}.`,
    nextSteps: ['Delete the file, and run wf trust in the folders that you trust.'],
    details: { file },
    cause,
  });
}

/** Trusts a folder, and returns how it is recorded. Trusting it again changes nothing. */
export async function trustFolder(
  folder: string,
  machine: Machine,
  now: Date,
): Promise<{ readonly trusted: TrustedFolder; readonly isChanged: boolean }> {
  const added = { folder: realPath(folder), since: now.toISOString() };
  return await change(machine, (before) => {
    const known = before.find((one) => one.folder === added.folder);
    const isChanged = known === undefined;
    return { after: isChanged ? [...before, added] : before, result: { trusted: known ?? added, isChanged } };
  });
}

/** Ends the trust in a folder; `false` if it was not recorded. The folder may be gone. */
export async function distrustFolder(folder: string, machine: Machine): Promise<boolean> {
  const removed = pathOf(folder);
  return await change(machine, (before) => {
    const after = before.filter((one) => one.folder !== removed && one.folder !== folder);
    return { after, result: after.length < before.length };
  });
}

function pathOf(folder: string): string {
  try {
    return realPath(folder);
  } catch {
    return folder;
  }
}

interface Change<Result> {
  readonly after: readonly TrustedFolder[];
  readonly result: Result;
}

async function change<Result>(
  machine: Machine,
  decide: (before: readonly TrustedFolder[]) => Change<Result>,
): Promise<Result> {
  const file = trustFile(machine);
  makeOwnFolder(dirname(file), machine);
  return await withFileLock(file, async () => {
    const before = readTrustedFolders(machine);
    const { after, result } = decide(before);
    if (after !== before) await replaceUserFile(file, `${JSON.stringify(after, null, 2)}\n`, 0o600);
    return result;
  });
}
