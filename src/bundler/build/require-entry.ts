import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { closestNames } from '../../foundation/closest-names.ts';
import { explainRefusal } from '../files/explain-refusal.ts';
import type { FileDoor } from '../files/file-door.ts';
import { userError, type UserError } from '../../foundation/errors/wf-error.ts';

/** Checks that the entry is a file inside the project that a build may read. */
export async function requireEntry(root: string, entry: string, door: FileDoor): Promise<void> {
  const file = resolve(root, entry);
  const path = relative(root, file);
  if (path.startsWith('..') || path === '' || resolve(path) === path) {
    throw failure(`The entry ${JSON.stringify(entry)} is not inside the project.`);
  }
  const found = await stat(file).catch(() => null);
  if (found?.isFile() === true) {
    requireReadable(entry, file, door);
    return;
  }
  if (found !== null) throw failure(`The entry ${JSON.stringify(entry)} is a folder, not a module.`);
  const near = await findNear(root, path);
  const hint = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : '';
  throw failure(`The entry ${JSON.stringify(entry)} does not exist: there is no file ${file}.${hint}`);
}

/** Checks a module that a build begins with, which no import names. */
export function requireReadable(name: string, file: string, door: FileDoor): void {
  const refusal = door.refuse(file);
  if (refusal === null) return;
  const { reason, nextSteps } = explainRefusal(refusal);
  throw userError('WF_BUILD_FAILED', `A build does not read ${name}, which ${reason}.`, [...nextSteps]);
}

function failure(message: string): UserError {
  return userError('WF_BUILD_FAILED', message, [
    'Set "entry" in wf.config.ts to the module that exports the routes, as in src/workflow.ts',
  ]);
}

async function findNear(root: string, path: string): Promise<string[]> {
  const folders = [...new Set([dirname(path), '.', 'src'])];
  const listed = await Promise.all(folders.map(async (folder) => await listModules(root, folder)));
  const modules = listed.flat();
  const byPath = closestNames(toPosix(path), modules);
  return byPath.length > 0 ? byPath : modules.filter((module) => basename(module) === basename(path));
}

async function listModules(root: string, folder: string): Promise<string[]> {
  const names = await readdir(join(root, folder)).catch(() => []);
  return names
    .filter((name) => /\.[cm]?[jt]sx?$/.test(name) && !/\.(d|test|config)\.[cm]?ts$/.test(name))
    .map((name) => toPosix(join(folder, name)));
}

function toPosix(path: string): string {
  return path.split(sep).join('/');
}
