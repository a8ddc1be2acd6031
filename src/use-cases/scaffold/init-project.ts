import { basename, relative, resolve } from 'node:path';
import { rm } from 'node:fs/promises';
import { shellWord } from '../../foundation/shell-word.ts';
import { deriveAppName, requireAppName } from '../develop/app-names.ts';
import { fillTemplate } from './fill-template.ts';
import { findWorkspace } from './find-workspace.ts';
import { initRepository } from './init-repository.ts';
import { managerFiles } from './manager-files.ts';
import { MANAGER_COMMANDS, type PackageManager } from './package-manager.ts';
import { createFolder, placeFiles, requireFreeFolder } from './place-files.ts';
import { readTemplate } from './read-template.ts';
import { referToPackage } from './refer-to-package.ts';

export interface InitProjectOptions {
  /** The new project's folder: missing, or empty except for `.git`. */
  readonly dir: string;
  readonly template: string;
  readonly templatesDir: string;
  /** Folder of the running `wf` package, which the project will depend on. */
  readonly packageRoot: string;
  readonly packageManager: PackageManager;
  /** Whether to create a git repository, unless the folder is in one. */
  readonly git: boolean;
  /** Whether the project installs its own Node. */
  readonly needsNode: boolean;
  /** Where the user is: next steps begin there. */
  readonly cwd: string;
  /** @defaultValue derived from the folder's name */
  readonly appName?: string;
}

export interface InitializedProject {
  /** Absolute path of the project. */
  readonly dir: string;
  readonly template: string;
  readonly app: string;
  /** What `package.json` says for `wf`: a `file:` reference, or an exact version. */
  readonly wf: string;
  readonly packageManager: PackageManager;
  /** Whether the project has a new git repository. */
  readonly git: boolean;
  /** Files written, relative to the project, sorted. */
  readonly files: readonly string[];
  readonly nextSteps: readonly string[];
}

/**
 * Creates a new project from a template, atomically. Uses no network.
 *
 * @throws {UserError} WF_NOT_FOUND for an unknown template, WF_FOLDER_NOT_EMPTY, WF_INVALID_INPUT for a bad name,
 * WF_FAILED when the folder cannot be written
 */
export async function initProject(options: InitProjectOptions): Promise<InitializedProject> {
  const dir = resolve(options.dir);
  const app = options.appName === undefined ? deriveAppName(basename(dir)) : requireAppName(options.appName);
  const template = await readTemplate(options.templatesDir, options.template);
  await requireFreeFolder(dir);
  const { wf, files: packed } = await referToPackage(options.packageRoot);
  const { packageManager, needsNode } = options;
  const files = [
    ...fillTemplate(template, { app, wf, packageManager, needsNode }),
    ...managerFiles({ packageManager, needsNode, isMember: findWorkspace(dir) !== null }),
    ...packed,
  ];
  const created = await createFolder(dir);
  try {
    await placeFiles(dir, files);
    const git = options.git && (await initRepository(dir));
    const paths = files.map(({ path }) => path).toSorted();
    const nextSteps = nextStepsIn(dir, options);
    return { dir, template: options.template, app, wf, packageManager, git, files: paths, nextSteps };
  } catch (error) {
    if (created !== undefined) await rm(created, { recursive: true, force: true });
    throw error;
  }
}

function nextStepsIn(dir: string, { packageManager, cwd }: InitProjectOptions): string[] {
  const { install, test, wf } = MANAGER_COMMANDS[packageManager];
  const path = relative(cwd, dir);
  return [...(path === '' ? [] : [`cd ${shellWord(path)}`]), install, test, `${wf} deploy`];
}
