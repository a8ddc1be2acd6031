import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { userError, UserError } from '../../foundation/errors/wf-error.ts';
import { PACKAGE_NAME } from '../../foundation/package.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { PROJECT_FILES } from '../../project/find-project.ts';
import { deriveAppName, requireAppName } from '../../project/app-names.ts';
import { MANAGER_COMMANDS, type PackageManager } from './package-manager.ts';
import type { ProjectFile } from './place-files.ts';
import { type Manifest, readManifest } from './read-manifest.ts';
import { readTemplate } from './read-template.ts';
import { referToPackage } from './refer-to-package.ts';
import type { UnknownRecord } from '../../foundation/record.ts';

export interface JoinOptions {
  /** Folder of the package to join. */
  readonly dir: string;
  readonly templatesDir: string;
  /** Folder of the running `wf` package, which the package will depend on. */
  readonly packageRoot: string;
  readonly packageManager: PackageManager;
  /** @defaultValue derived from the package's name */
  readonly appName?: string;
  /** Module whose exports are the routes; one that exists is used as it is. */
  readonly entry?: string;
}

/** What joining a package would change. */
export interface JoinPlan {
  /** Absolute path of the package. */
  readonly dir: string;
  readonly app: string;
  /** Relative to `dir`. */
  readonly entry: string;
  /** What `package.json` says for `wf`. */
  readonly wf: string;
  readonly packageManager: PackageManager;
  readonly files: readonly ProjectFile[];
  /** New lines of `package.json`. */
  readonly additions: readonly Addition[];
  /** What the package's author should know about them. */
  readonly notes: readonly string[];
  /** `package.json` as it was read, and with the additions. */
  readonly manifest: { readonly before: string; readonly after: string };
  readonly nextSteps: readonly string[];
}

/**
 * Plans how a package that exists becomes a project: a configuration, an entry, scripts and dependencies. Nothing that
 * exists changes, but lines are added to `package.json`.
 *
 * @throws {UserError} WF_INVALID_INPUT without a readable `package.json` or for a bad name; WF_CONFLICT for a file that it
 * would overwrite
 */
export async function planJoin(options: JoinOptions): Promise<JoinPlan> {
  const dir = resolve(options.dir);
  const manifest = requireManifest(dir);
  const app =
    options.appName === undefined ? deriveAppName(manifest.name ?? basename(dir)) : requireAppName(options.appName);
  requireNewProject(dir);
  const isTyped = existsSync(join(dir, 'tsconfig.json'));
  const entry = options.entry ?? `${existsSync(join(dir, 'src')) ? 'src/' : ''}workflow.${isTyped ? 'ts' : 'mjs'}`;
  const { wf, files: packed } = await referToPackage(options.packageRoot);
  const zod = zodOf(manifest);
  const files = [
    { path: `wf.config.${isTyped ? 'ts' : 'mjs'}`, content: toConfig(app, entry) },
    ...(options.entry !== undefined && existsSync(join(dir, entry))
      ? []
      : [await firstWorkflow(entry, zod.name, options)]),
    ...packed.filter(({ path }) => !existsSync(join(dir, path))),
  ];
  const taken = files.find(({ path }) => existsSync(join(dir, path)));
  if (taken !== undefined) throw wouldOverwrite(dir, taken.path);
  const additions = toAdditions(manifest, wf, zod);
  const before = await readFile(join(dir, 'package.json'), 'utf8');
  const { packageManager } = options;
  const nextSteps = [MANAGER_COMMANDS[packageManager].install, `${MANAGER_COMMANDS[packageManager].wf} dev`];
  const after = addToManifest(before, additions);
  const { notes } = zod;
  return { dir, app, entry, wf, packageManager, files, additions, notes, manifest: { before, after }, nextSteps };
}

function requireManifest(dir: string): Manifest {
  const manifest = readManifest(dir);
  if (manifest !== null) return manifest;
  const isThere = existsSync(join(dir, 'package.json'));
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: isThere
      ? `${join(dir, 'package.json')} is not valid JSON.`
      : `There is no package.json in ${dir}: wf can join only a package.`,
    nextSteps: isThere ? [] : ['wf init my-workflow'],
  });
}

function requireNewProject(dir: string): void {
  const file = PROJECT_FILES.find((name) => name !== 'package.json' && existsSync(join(dir, name)));
  if (file !== undefined) {
    throw userError('WF_CONFLICT', `${dir} is a wf project already: it has ${file}.`, [`wf routes ${shellWord(dir)}`]);
  }
}

interface Zod {
  /** Name under which the workflow imports it. */
  readonly name: string;
  readonly version: string;
  readonly notes: readonly string[];
}

/** The version that wf is tested with. */
const ZOD = '4.6.7';

/**
 * Chooses the zod for schemas. A package keeps an older one, and gets zod 4 under another name: `zod/v4` of 3.25 would run, but
 * TypeScript does not take its types for those of zod 4.
 */
function zodOf({ dependencies = {}, devDependencies = {} }: Manifest): Zod {
  const own = dependencies['zod'] ?? devDependencies['zod'];
  const major = typeof own === 'string' ? /^[~^>=v ]*(\d+)/.exec(own)?.[1] : undefined;
  if (major === undefined || Number(major) >= 4) return { name: 'zod', version: ZOD, notes: [] };
  const note = `The package keeps zod ${String(own)}. Schemas of a workflow need zod 4, which is added as zod4: import * as z from 'zod4'.`;
  return { name: 'zod4', version: `npm:zod@${ZOD}`, notes: [note] };
}

function wouldOverwrite(dir: string, path: string): UserError {
  return userError('WF_CONFLICT', `wf init would overwrite ${path}. Nothing was changed.`, [
    `wf init --into ${shellWord(dir)} --entry ${shellWord(path)}`,
  ]);
}

function toConfig(app: string, entry: string): string {
  return `import { defineConfig } from '${PACKAGE_NAME}';\n\nexport default defineConfig({\n  app: '${app}',\n  entry: ${JSON.stringify(entry).replaceAll('"', "'")},\n});\n`;
}

/** The workflow of the template `blank` has no types of its own, so it is valid JavaScript, too. */
async function firstWorkflow(entry: string, zod: string, { templatesDir }: JoinOptions): Promise<ProjectFile> {
  const { files } = await readTemplate(templatesDir, 'blank');
  const content = files.find(({ path }) => path === 'src/workflow.ts')?.content ?? '';
  return { path: entry, content: content.replace("from 'zod';", `from '${zod}';`) };
}

function toAdditions(manifest: Manifest, wf: string, zod: Zod): Addition[] {
  const { scripts = {}, dependencies = {}, devDependencies = {}, peerDependencies = {} } = manifest;
  const all = { ...peerDependencies, ...devDependencies, ...dependencies };
  const wanted: readonly (readonly [Addition, boolean])[] = [
    [{ path: ['scripts', 'wf:dev'], value: 'wf dev' }, 'wf:dev' in scripts],
    [{ path: ['scripts', 'wf:deploy'], value: 'wf deploy' }, 'wf:deploy' in scripts],
    [{ path: ['dependencies', PACKAGE_NAME], value: wf }, PACKAGE_NAME in all],
    [{ path: ['dependencies', zod.name], value: zod.version }, zod.name in all],
  ];
  return wanted.filter(([, isThere]) => !isThere).map(([addition]) => addition);
}

/** A line to add to `package.json`. */
export interface Addition {
  readonly path: readonly [section: 'scripts' | 'dependencies', name: string];
  readonly value: string;
}

/**
 * Adds lines to the text of a `package.json`, as package managers do: with its indentation and its line ends, and
 * dependencies sorted.
 */
export function addToManifest(text: string, additions: readonly Addition[]): string {
  if (additions.length === 0) return text;
  // The caller has read it: an object whose sections are objects.
  const manifest = additions.reduce(add, JSON.parse(text) as UnknownRecord);
  const indent = /^\{\r?\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
  const lines = JSON.stringify(manifest, null, indent);
  const end = /\s*$/.exec(text)?.[0] ?? '';
  return (text.includes('\r\n') ? lines.replaceAll('\n', '\r\n') : lines) + end;
}

function add(manifest: UnknownRecord, { path: [section, name], value }: Addition): UnknownRecord {
  const entries = Object.entries({ ...(manifest[section] as UnknownRecord | undefined), [name]: value });
  const sorted = section === 'scripts' ? entries : entries.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { ...manifest, [section]: Object.fromEntries(sorted) };
}
