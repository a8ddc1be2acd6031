import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import * as z from 'zod';
import { notFound } from '../../foundation/closest-names.ts';
import type { ProjectFile } from './place-files.ts';

/** A template's `template.json`. */
const TemplateManifest = z.strictObject({
  description: z.string(),
  /** Packages with their versions, next to those of every template. */
  dependencies: z.record(z.string(), z.string()),
  /** Folders of `_shared` whose files belong to the template, next to `common`. */
  shares: z.array(z.string()),
});

export interface Template extends z.infer<typeof TemplateManifest> {
  readonly name: string;
  readonly files: readonly TextFile[];
}

type TextFile = ProjectFile & { readonly content: string };

/** Folder of the files that templates share. */
const SHARED = '_shared';

export async function listTemplates(templatesDir: string): Promise<{ name: string; description: string }[]> {
  const names = await templateNames(templatesDir);
  return await Promise.all(
    names.map(async (name) => ({ name, description: (await readTemplateManifest(templatesDir, name)).description })),
  );
}

/** Reads every file of a template. @throws {UserError} WF_NOT_FOUND when no template has the name */
export async function readTemplate(templatesDir: string, name: string): Promise<Template> {
  const available = await templateNames(templatesDir);
  if (!available.includes(name)) {
    throw notFound({
      kind: 'template',
      name,
      available,
      nextSteps: available.map((known) => `wf init my-workflow --template ${known}`),
    });
  }
  const manifest = await readTemplateManifest(templatesDir, name);
  const folders = ['common', ...manifest.shares].map((shared) => join(SHARED, shared));
  const files = await Promise.all(
    [...folders, name].map(async (folder) => await readFolder(join(templatesDir, folder))),
  );
  return { ...manifest, name, files: files.flat() };
}

async function readTemplateManifest(templatesDir: string, name: string): Promise<z.infer<typeof TemplateManifest>> {
  return TemplateManifest.parse(JSON.parse(await readFile(join(templatesDir, name, MANIFEST), 'utf8')));
}

const MANIFEST = 'template.json';

async function templateNames(templatesDir: string): Promise<string[]> {
  const entries = await readdir(templatesDir, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && entry.name !== SHARED)
    .map(({ name }) => name)
    .toSorted();
}

async function readFolder(folder: string): Promise<TextFile[]> {
  const paths = (await listFiles(folder)).filter((path) => path !== MANIFEST);
  return await Promise.all(
    paths.map(async (path) => ({ path: unpackedName(path), content: await readFile(join(folder, path), 'utf8') })),
  );
}

/** Leftovers of trying out a template in place. */
const GENERATED = new Set(['node_modules', '.wf']);

async function listFiles(folder: string, below = ''): Promise<string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  const nested = entries
    .filter(({ name }) => !GENERATED.has(name))
    .map(async (entry) => {
      const path = join(below, entry.name);
      return entry.isDirectory() ? await listFiles(folder, path) : [path];
    });
  return (await Promise.all(nested)).flat().toSorted();
}

/** npm omits `.gitignore` from packages, so templates store it without the dot. */
function unpackedName(path: string): string {
  return path === 'gitignore' ? '.gitignore' : path.split(sep).join('/');
}
