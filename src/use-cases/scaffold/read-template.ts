import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { notFound } from '../../errors/not-found.ts';

export interface Template {
  readonly name: string;
  readonly description: string;
}

/** A template's file: its path in the new project and its text with placeholders. */
export interface TemplateFile {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** Lists the templates by name. */
export async function listTemplates(templatesDir: string): Promise<Template[]> {
  const names = await templateNames(templatesDir);
  return await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(templatesDir, name, 'package.json'), 'utf8');
      // We wrote the template's package.json, and a test reads each.
      const { description } = JSON.parse(text) as { description: string };
      return { name, description };
    }),
  );
}

/**
 * Reads every file of a template.
 *
 * @throws {UserError} WF_NOT_FOUND when no template has the name
 */
export async function readTemplate(templatesDir: string, name: string): Promise<TemplateFile[]> {
  const available = await templateNames(templatesDir);
  if (!available.includes(name)) {
    throw notFound({
      kind: 'template',
      name,
      available,
      nextSteps: available.map((known) => `wf init --template ${known}`),
    });
  }
  const folder = join(templatesDir, name);
  const paths = await listFiles(folder);
  return await Promise.all(
    paths.map(async (path) => ({ path: unpackedName(path), text: await readFile(join(folder, path), 'utf8') })),
  );
}

async function templateNames(templatesDir: string): Promise<string[]> {
  const entries = await readdir(templatesDir, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();
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
