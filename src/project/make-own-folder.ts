import { existsSync, mkdirSync } from 'node:fs';
import { dirname, isAbsolute, relative, sep } from 'node:path';
import { hasCode, UserError } from '../foundation/errors/wf-error.ts';
import { shellWord } from '../foundation/shell-word.ts';
import { configFolder, type Machine, thisMachine, userCacheFolder, userDataFolder } from './machine.ts';

/**
 * Creates a folder of wf, for its user only, if it does not exist: the only rule about which folders come into being.
 *
 * The folder above it must exist, because a path may have been typed by mistake. For the user's settings, data and caches,
 * the folders in between are created as well, but not the home folder: accounts without one have `/nonexistent`.
 *
 * Synchronous, because it runs at start-up, and Node's file promises take longer to load.
 *
 * @throws {WF_INVALID_INPUT} when the folder that it goes into does not exist
 * @source XDG Base Directory Specification 0.8; Debian Policy §9.2.3
 */
export function makeOwnFolder(folder: string, machine: Machine = thisMachine()): void {
  if (isWithin(machine.home, folder) && !existsSync(machine.home)) throw missingHome(machine.home);
  const isOwn = [configFolder, userDataFolder, userCacheFolder].some((find) => isWithin(find(machine), folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!hasCode(error, 'ENOENT') && !hasCode(error, 'EEXIST')) throw error;
    if (!isOwn) requireFolderAbove(folder);
    // Also for one that exists: Node then reports a file in its place.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }
}

function isWithin(root: string, folder: string): boolean {
  const path = relative(root, folder);
  return path.split(sep)[0] !== '..' && !isAbsolute(path);
}

/**
 * Requires the folder that a file or a folder goes into: one that was named by mistake is not created.
 *
 * @throws {WF_INVALID_INPUT} with the command that creates it
 */
export function requireFolderAbove(path: string): void {
  if (!existsSync(dirname(path))) throw missingFolder(path);
}

/** Returns the error for a file or a folder whose folder does not exist. */
export function missingFolder(path: string, cause?: unknown): UserError {
  const folder = dirname(path);
  const message = `Cannot write ${path}: there is no folder ${folder}.`;
  return new UserError({ code: 'WF_INVALID_INPUT', message, nextSteps: [`mkdir -p ${shellWord(folder)}`], cause });
}

function missingHome(home: string): UserError {
  return new UserError({
    code: 'WF_INVALID_INPUT',
    message: `Your home folder ${home} does not exist, so wf stores nothing in it.`,
    nextSteps: ['Set HOME to a folder that exists', `Or, if it is the right one: mkdir -p ${shellWord(home)}`],
  });
}
