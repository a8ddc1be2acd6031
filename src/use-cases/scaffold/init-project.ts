import { basename, relative, resolve } from 'node:path';
import { findWorkspace } from '../../bundler/files/find-workspace.ts';
import { rm } from 'node:fs/promises';
import { shellWord } from '../../foundation/shell-word.ts';
import { deriveAppName, requireAppName } from '../../project/app-names.ts';
import { fillTemplate } from './fill-template.ts';
import { MANAGER_COMMANDS, type PackageManager } from './package-manager.ts';
import { createFolder, placeFiles, type ProjectFile, requireFreeFolder } from './place-files.ts';
import { readTemplate } from './read-template.ts';
import { referToPackage } from './refer-to-package.ts';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

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
  readonly dir: string;
  readonly template: string;
  readonly app: string;
  /** What `package.json` says for `wf`: a `file:` reference, or an exact version. */
  readonly wf: string;
  readonly packageManager: PackageManager;
  /** Whether the project has a new git repository. */
  readonly git: boolean;
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

const run = promisify(execFile);

/**
 * Creates a git repository in a folder that is in none. A missing git is not a failure: the project is complete without it.
 *
 * @returns whether it created one
 */
async function initRepository(dir: string): Promise<boolean> {
  const isInside = await run('git', ['rev-parse', '--is-inside-work-tree'], { cwd: dir }).then(
    () => true,
    () => false,
  );
  if (isInside) return false;
  return await run('git', ['init', '--quiet'], { cwd: dir }).then(
    () => true,
    () => false,
  );
}

interface ManagerFilesOptions {
  readonly packageManager: PackageManager;
  /** Whether a workspace above names the project's folder: its root has these files then. */
  readonly isMember: boolean;
  /** Whether the project installs its own Node. */
  readonly needsNode: boolean;
}

/** Returns the files that a package manager needs next to `package.json`. */
export function managerFiles({ packageManager, isMember, needsNode }: ManagerFilesOptions): ProjectFile[] {
  if (isMember) return [];
  switch (packageManager) {
    case 'pnpm':
      return [{ path: 'pnpm-workspace.yaml', content: pnpmSettings(needsNode) }];
    case 'yarn':
      return [
        { path: '.yarnrc.yml', content: YARN_SETTINGS },
        // Without it, Yarn takes a project above for the root.
        { path: 'yarn.lock', content: '' },
      ];
    case 'npm':
    case 'bun':
      return [];
  }
}

function pnpmSettings(needsNode: boolean): string {
  return [
    '# Makes this folder a root of its own, also in a repository that is a workspace.',
    "packages: ['.']",
    ...(needsNode ? ['allowBuilds:', '  node: true'] : []),
    '',
  ].join('\n');
}

const YARN_SETTINGS = `# TypeScript 7 does not read the archives of Plug'n'Play.
nodeLinker: node-modules
`;
