import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf, UserError } from '../../foundation/errors/wf-error.ts';
import { shellWord } from '../../foundation/shell-word.ts';

/** Prefix of the folder that `wf init` fills first; an interrupted run leaves one behind. */
const STAGING = '.wf-init-';

/** Returns whether a folder is missing, or empty except for `.git`. */
export async function isFreeFolder(dir: string): Promise<boolean> {
  return (await stat(dir).catch(() => null)) === null || (await listTaken(dir).catch(() => [dir])).length === 0;
}

/** @throws {UserError} WF_FOLDER_NOT_EMPTY when the folder has more than `.git` */
export async function requireFreeFolder(dir: string): Promise<void> {
  const found = await stat(dir).catch(() => null);
  if (found === null) return;
  if (!found.isDirectory()) throw notEmpty(`${dir} is a file: wf init needs a new or empty folder.`, []);
  const taken = await listTaken(dir);
  if (taken.length === 0) return;
  const more = taken.length > 3 ? ` and ${taken.length - 3} more` : '';
  const message = `The folder ${dir} is not empty: it contains ${taken.slice(0, 3).join(', ')}${more}.`;
  throw notEmpty(message, canJoin(taken) ? [`wf init --into ${shellWord(dir)}`] : []);
}

async function listTaken(dir: string): Promise<string[]> {
  return (await readdir(dir)).filter((name) => name !== '.git' && !name.startsWith(STAGING)).toSorted();
}

/** Returns whether a folder has a package that is not a project yet. */
function canJoin(names: readonly string[]): boolean {
  return names.includes('package.json') && !names.some((name) => /^(?:wf\.config\.|\.wfrc)/.test(name));
}

function notEmpty(message: string, joins: readonly string[]): UserError {
  return new UserError({ code: 'WF_FOLDER_NOT_EMPTY', message, nextSteps: [...joins, 'wf init my-workflow'] });
}

/** Creates the folder and its parents; returns the topmost one it created. */
export async function createFolder(dir: string): Promise<string | undefined> {
  try {
    return await mkdir(dir, { recursive: true });
  } catch (error) {
    throw cannotWrite(dir, error);
  }
}

/** Writes everything to a staging folder first, so that a full disk leaves the target untouched. */
export async function placeFiles(dir: string, files: readonly ProjectFile[]): Promise<void> {
  const staging = join(dir, `${STAGING}${randomUUID()}`);
  const placed: string[] = [];
  try {
    await removeStale(dir);
    for (const { path, content } of files) {
      await mkdir(dirname(join(staging, path)), { recursive: true });
      await writeFile(join(staging, path), content);
    }
    for (const name of await readdir(staging)) {
      await rename(join(staging, name), join(dir, name));
      placed.push(join(dir, name));
    }
  } catch (error) {
    for (const path of placed) await rm(path, { recursive: true, force: true });
    throw cannotWrite(dir, error);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function removeStale(dir: string): Promise<void> {
  const stale = (await readdir(dir)).filter((name) => name.startsWith(STAGING));
  for (const name of stale) await rm(join(dir, name), { recursive: true, force: true });
}

function cannotWrite(dir: string, cause: unknown): UserError {
  const reason = messageOf(cause);
  return new UserError({ code: 'WF_FAILED', message: `Cannot write the project to ${dir}: ${reason}.`, cause });
}

export interface ProjectFile {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  readonly content: string | Uint8Array;
}
