import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { notFound } from '../../foundation/closest-names.ts';
import { messageOf, UserError } from '../../foundation/errors/wf-error.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { findProjectFile } from '../../project/find-project.ts';
import { thisMachine } from '../../project/machine.ts';
import { hasCommit } from '../../project/read-code-source.ts';
import {
  distrustFolder,
  readTrustedFolders,
  type TrustedFolder,
  trustFolder,
} from '../../project/settings/trusted-folders.ts';
import { noProject } from '../develop/require-project.ts';

type Variables = Readonly<Record<string, string | undefined>>;

export interface NamedFolder {
  /** The folder that the user named; `null`: the one of the project here. */
  readonly named: string | null;
  readonly cwd: string;
}

// Trust is managed without resolving settings: that reads the project file, which may need the trust.

/** Lists the folders that the user trusts, oldest first. */
export function listTrustedFolders(env: Variables): readonly TrustedFolder[] {
  return readTrustedFolders(thisMachine(env));
}

/**
 * Trusts a folder: its project files may run, and those of the folders in it.
 *
 * @throws {WF_NO_FILE} when the named folder does not exist
 * @throws {WF_NO_PROJECT} when none is named and there is no project here
 */
export async function trust(env: Variables, where: NamedFolder, now: Date): ReturnType<typeof trustFolder> {
  const folder = folderOf(where);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new UserError({ code: 'WF_NO_FILE', message: `There is no folder ${folder}.` });
  }
  return await trustFolder(folder, thisMachine(env), now);
}

/**
 * Ends the trust in a folder.
 *
 * @returns the folder
 * @throws {WF_NOT_FOUND} when the folder is not in the user's list
 */
export async function distrust(env: Variables, where: NamedFolder): Promise<string> {
  const folder = folderOf(where);
  if (await distrustFolder(folder, thisMachine(env))) return folder;
  const available = listTrustedFolders(env).map((one) => one.folder);
  throw notFound({ kind: 'trusted folder', name: folder, available, nextSteps: ['wf trust --list'] });
}

/**
 * Trusts a project that this user has just created. It is not a failure of that if the list of folders cannot be written.
 *
 * @returns what the user must do, or `null`
 */
export async function trustOwnProject(env: Variables, folder: string, now: Date): Promise<string | null> {
  // Its other branches are of whoever wrote the commits.
  if (await hasCommit(folder)) return `The repository here has commits, so wf has not trusted it: ${trustLine(folder)}`;
  try {
    await trustFolder(folder, thisMachine(env), now);
    return null;
  } catch (error) {
    return `This project could not be noted as trusted: ${messageOf(error).replace(/\.$/, '')}. Later: ${trustLine(folder)}`;
  }
}

function trustLine(folder: string): string {
  return `wf trust ${shellWord(folder)}`;
}

function folderOf({ named, cwd }: NamedFolder): string {
  if (named !== null) return named;
  const file = findProjectFile(cwd);
  if (file === null) throw noProject(cwd);
  return dirname(file);
}
