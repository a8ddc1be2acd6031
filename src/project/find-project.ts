import { existsSync, readFileSync, type Stats, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { ProjectConfig } from '../contract/settings/project-config.ts';
import { readCachedConfig } from './cache-folder.ts';
import { type Machine, thisMachine } from './machine.ts';

/** A folder with a project file. */
export interface Project {
  /** Absolute path of the folder. */
  readonly root: string;
  /** Absolute path of the file. */
  readonly file: string;
  readonly config: ProjectConfig;
}

/** Names of project files; the first one found in a folder wins. @source design §2, settings */
export const PROJECT_FILES = [
  'wf.config.ts',
  'wf.config.js',
  'wf.config.mjs',
  'wf.config.json',
  'wf.config.yaml',
  'wf.config.yml',
  '.wfrc',
  '.wfrc.json',
  '.wfrc.yaml',
  '.wfrc.yml',
  '.wfrc.js',
  '.wfrc.mjs',
  '.wfrc.ts',
  'package.json',
] as const;

/**
 * Finds the project of a folder: the nearest folder upwards with a project file.
 *
 * The search only checks which files exist. A project file with a cached value is not evaluated, and the modules that
 * read and check it are loaded on demand.
 *
 * @param cwd - folder to start from; absolute, or relative to the process's folder
 * @param machine - locates the cache
 * @throws {WF_INVALID_INPUT} when the file cannot be read or is invalid
 * @throws {WF_NOT_TRUSTED} when the file is code and the user does not trust its folder
 */
export async function findProject(cwd: string, machine: Machine = thisMachine()): Promise<Project | null> {
  const file = findProjectFile(resolve(cwd));
  if (file === null) return null;
  return { root: dirname(file), file, config: readCachedConfig(file, machine) ?? (await load(file, machine)) };
}

async function load(file: string, machine: Machine): Promise<ProjectConfig> {
  const { loadProjectFile } = await import('./load-project-file.ts');
  return await loadProjectFile(file, machine);
}

/** Finds the project file of a folder: its own, or the nearest one above; `null` if there is none. */
export function findProjectFile(folder: string): string | null {
  const found = PROJECT_FILES.map((name) => join(folder, name)).find((file) => isProjectFile(file));
  if (found !== undefined) return found;
  const parent = dirname(folder);
  return parent === folder ? null : findProjectFile(parent);
}

function isProjectFile(file: string): boolean {
  try {
    if (!existsSync(file)) return false;
    const found = statSync(file);
    if (!found.isFile() || isPlanted(found, dirname(file))) return false;
    return !file.endsWith('package.json') || hasWfKey(readFileSync(file, 'utf8'));
  } catch {
    // The folder is not accessible, or its package.json is malformed: this is not a project.
    return false;
  }
}

const WRITABLE_BY_ALL = 0o002;

/**
 * Returns whether another user put the file into a folder that all users can write to, such as the one for temporary
 * files: it would choose the service of everybody who works below. Root's files count as the machine's own.
 */
function isPlanted({ uid }: Pick<Stats, 'uid'>, folder: string): boolean {
  const user = process.getuid?.();
  if (user === undefined || uid === user || uid === 0) return false;
  return (statSync(folder).mode & WRITABLE_BY_ALL) !== 0;
}

/** Returns whether a package.json has the key `wf`; most need no parsing to rule that out. */
function hasWfKey(text: string): boolean {
  if (!text.includes('"wf"')) return false;
  const parsed: unknown = JSON.parse(text);
  return typeof parsed === 'object' && parsed !== null && Object.hasOwn(parsed, 'wf');
}
