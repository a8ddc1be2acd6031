import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { UserError } from '../../errors/wf-error.ts';
import { deriveAppName, requireAppName, toPackageName } from './app-names.ts';
import { readTemplate, type TemplateFile } from './read-template.ts';

export interface InitProjectOptions {
  /** The new project's folder: missing, or empty except for `.git`. */
  readonly dir: string;
  readonly template: string;
  readonly templatesDir: string;
  /** Folder of the running `wf` package, which the project will depend on. */
  readonly packageRoot: string;
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
  /** Files written, relative to the project, sorted. */
  readonly files: readonly string[];
  readonly nextSteps: readonly string[];
}

/**
 * Creates a new project from a template, atomically.
 *
 * @throws {UserError} WF_NOT_FOUND for an unknown template, WF_FOLDER_NOT_EMPTY, WF_INVALID_INPUT for a bad name,
 * WF_FAILED when the folder cannot be written
 */
export async function initProject(options: InitProjectOptions): Promise<InitializedProject> {
  const dir = resolve(options.dir);
  const app = options.appName === undefined ? deriveAppName(basename(dir)) : requireAppName(options.appName);
  const template = await readTemplate(options.templatesDir, options.template);
  await requireFreeFolder(dir);
  const created = await createFolder(dir);
  try {
    const wf = await referToPackage(dir, options.packageRoot);
    const files = fillIn(template, { app, wf });
    await placeFiles(dir, files);
    const paths = files.map(({ path }) => path).toSorted();
    return { dir, template: options.template, app, wf, files: paths, nextSteps: nextStepsIn(dir) };
  } catch (error) {
    if (created !== undefined) await rm(created, { recursive: true, force: true });
    throw error;
  }
}

/** Prefix of the folder that `wf init` fills first; an interrupted run leaves one behind. */
const STAGING = '.wf-init-';

async function requireFreeFolder(dir: string): Promise<void> {
  const found = await stat(dir).catch(() => null);
  if (found === null) return;
  if (!found.isDirectory()) throw notEmpty(`${dir} is a file: wf init needs a new or empty folder.`);
  const taken = (await readdir(dir)).filter((name) => name !== '.git' && !name.startsWith(STAGING)).toSorted();
  if (taken.length === 0) return;
  const more = taken.length > 3 ? ` and ${taken.length - 3} more` : '';
  throw notEmpty(`The folder ${dir} is not empty: it contains ${taken.slice(0, 3).join(', ')}${more}.`);
}

function notEmpty(message: string): UserError {
  return new UserError({ code: 'WF_FOLDER_NOT_EMPTY', message, nextSteps: ['wf init my-workflow'] });
}

/** Creates the folder and its parents; returns the topmost one it created. */
async function createFolder(dir: string): Promise<string | undefined> {
  try {
    return await mkdir(dir, { recursive: true });
  } catch (error) {
    throw cannotWrite(dir, error);
  }
}

/**
 * Until the package is published its bare name may be somebody else's, so a private package is referred to by its
 * folder; a published one by its exact version.
 */
async function referToPackage(dir: string, packageRoot: string): Promise<string> {
  const text = await readFile(join(packageRoot, 'package.json'), 'utf8');
  // Our own package.json.
  const { version, private: isPrivate } = JSON.parse(text) as { version: string; private?: boolean };
  if (isPrivate !== true) return version;
  const path = relative(await realpath(dir), await realpath(packageRoot))
    .split(sep)
    .join('/');
  // Unescaped: npm takes everything after `file:` as a path.
  return `file:${path}`;
}

function fillIn(template: readonly TemplateFile[], { app, wf }: { app: string; wf: string }): TemplateFile[] {
  const dependencies = Object.keys(packageJsonOf(template).dependencies);
  const values: Record<string, string> = { __APP__: app, __WF__: wf, __PACKAGE__: toPackageName(app, dependencies) };
  return template.map(({ path, text }) => ({
    path,
    text: text.replaceAll(/__(?:APP|WF|PACKAGE)__/g, (placeholder) => values[placeholder] ?? placeholder),
  }));
}

function packageJsonOf(template: readonly TemplateFile[]): { dependencies: Record<string, string> } {
  const text = template.find(({ path }) => path === 'package.json')?.text ?? '';
  // We wrote the template's package.json, and a test reads each.
  return JSON.parse(text) as { dependencies: Record<string, string> };
}

/** Writes everything to a staging folder first, so that a full disk leaves the target untouched. */
async function placeFiles(dir: string, files: readonly TemplateFile[]): Promise<void> {
  const staging = join(dir, `${STAGING}${randomUUID()}`);
  const placed: string[] = [];
  try {
    await removeStale(dir);
    for (const { path, text } of files) {
      await mkdir(dirname(join(staging, path)), { recursive: true });
      await writeFile(join(staging, path), text);
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
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new UserError({ code: 'WF_FAILED', message: `Cannot write the project to ${dir}: ${reason}.`, cause });
}

function nextStepsIn(dir: string): string[] {
  const path = relative(process.cwd(), dir);
  const change = path === '' ? [] : [`cd ${/^[\w./-]+$/.test(path) ? path : JSON.stringify(path)}`];
  return [...change, 'npm install', 'npm test', 'npx wf deploy'];
}
